import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import { useId, useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { registrationOpen } from "../../api/config";
import { commonMessages } from "../../i18n/common-messages";
import { emailError } from "../../i18n/email-error";
import { useLanguageStore } from "../../i18n/language";
import { paths } from "../../lib/paths";
import { useConfigStore } from "../../stores/config-store";
import { BlankLayout } from "../../ui/BlankLayout";
import { Checkbox } from "../../ui/Checkbox";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { LogInButton } from "./LogInButton";
import { checkNewPassword, NewPassword, NO_PASSWORD, type NewPasswordValues } from "../../ui/NewPassword";
import { useForm, type Places } from "../../ui/use-form";
import { ConfirmEmail } from "./ConfirmEmail";
import { benefitMessages, registrationMessages as messages } from "./messages";
import styles from "./RegisterPage.module.css";
import { Button } from "../../ui/Button";
import { PageLink } from "../../ui/PageLink";

export { RegisterPage as Component };

interface Registration extends NewPasswordValues {
  readonly email: string;
  readonly terms: boolean;
  readonly dataProcessing: boolean;
}

const EMPTY: Registration = { ...NO_PASSWORD, email: "", terms: false, dataProcessing: false };

const PLACES: Places = {
  paths: { email: "email", password: "password", terms: "terms", dataProcessing: "dataProcessing" },
  reasons: {
    ACCOUNT_EMAIL_TAKEN: "email",
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
  },
};

/** Registration of an account. */
function RegisterPage(): ReactNode {
  const api = useApi();
  const language = useLanguageStore((state) => state.language);
  const { termsUrl, dataProcessingUrl } = useConfigStore();
  const [values, setValues] = useState(EMPTY);
  const open = useConfigStore(registrationOpen);
  const [sent, setSent] = useState<Registration>();
  const register = async ({ email, password, terms, dataProcessing }: Registration): Promise<void> => {
    // The account starts in the time zone of the browser.
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    await clientOf(api, RegistrationService).register({
      email: email.trim(),
      password,
      terms,
      dataProcessing,
      language,
      timezone: timezone === "Etc/Unknown" ? "" : timezone, // the server then takes UTC
    });
  };
  const { form, busy, fault, errors, submit, look, forget, text } = useForm({
    values,
    places: PLACES,
    check: (typed) => ({
      email: emailError(typed.email),
      ...checkNewPassword(typed),
      terms: !typed.terms && messages.termsMissing,
      dataProcessing: !typed.dataProcessing && messages.dataProcessingMissing,
    }),
    send: async (typed) => {
      await register(typed);
      setSent(typed);
    },
  });
  const change = (part: Partial<Registration>): void => {
    setValues({ ...values, ...part });
    forget(...Object.keys(part));
  };
  if (!open) return <RegistrationClosed />;
  if (sent) return <ConfirmEmail email={sent.email.trim()} sendAgain={() => register(sent)} />;
  return (
    <BlankLayout
      title={messages.title}
      lead={
        <>
          <FormattedMessage {...messages.lead} /> <FormattedMessage {...messages.trial} />
        </>
      }
      beside={<Benefits />}
      below={
        <>
          <FormattedMessage {...messages.haveAccount} /> <PageLink label={commonMessages.logIn} to={paths.login} />
        </>
      }
    >
      {fault && <FaultAlert fault={fault} />}
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          label={commonMessages.email}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          {...text("email", values.email, (email) => change({ email }))}
        />
        <NewPassword values={values} errors={errors} onChange={change} onBlur={look} />
        <div>
          <Checkbox checked={values.terms} error={errors["terms"]} onChange={(terms) => change({ terms })}>
            <FormattedMessage {...messages.terms} values={{ link: agreement(termsUrl) }} />
          </Checkbox>
        </div>
        <div>
          <Checkbox
            checked={values.dataProcessing}
            error={errors["dataProcessing"]}
            onChange={(dataProcessing) => change({ dataProcessing })}
          >
            <FormattedMessage {...messages.dataProcessing} values={{ link: agreement(dataProcessingUrl) }} />
          </Checkbox>
        </div>
        <Button label={messages.submit} type="primary" htmlType="submit" size="large" block loading={busy} />
      </form>
    </BlankLayout>
  );
}

/** What the account is for. */
function Benefits(): ReactNode {
  const id = useId();
  return (
    <aside className={styles["benefits"]} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...benefitMessages.title} />
      </h2>
      <ul>
        {([benefitMessages.score, benefitMessages.nightly, benefitMessages.start] as const).map((message) => (
          <li key={message.id}>
            <Icon of={CheckCircleFilled} />
            <span>
              <FormattedMessage {...message} />
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Registration is closed if the terms to accept cannot be read. */
function RegistrationClosed(): ReactNode {
  return (
    <BlankLayout title={messages.closed} lead={messages.closedText}>
      <LogInButton />
    </BlankLayout>
  );
}

/** Turns the marked words of an agreement into a link. */
function agreement(url: string): (words: ReactNode[]) => ReactNode {
  return (words) => (
    <a href={url} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}
