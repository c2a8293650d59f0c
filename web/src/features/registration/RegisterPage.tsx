import { Checkbox, Form, Input } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { registrationOpen } from "../../api/config";
import { commonMessages } from "../../i18n/common-messages";
import { useLanguageStore } from "../../i18n/language";
import { paths } from "../../lib/paths";
import { useConfigStore } from "../../stores/config-store";
import { BlankLayout } from "../../ui/BlankLayout";
import { emailRules } from "../../ui/email-rules";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "../../ui/LogInButton";
import { NewPassword } from "../../ui/NewPassword";
import { useFormSubmission, type Places } from "../../ui/use-form-submission";
import { ConfirmEmail } from "./ConfirmEmail";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";

export { RegisterPage as Component };

interface Registration {
  readonly email: string;
  readonly password: string;
  readonly terms: boolean;
  readonly dataProcessing: boolean;
}

const PLACES: Places = {
  paths: { email: "email", password: "password", terms: "terms", dataProcessing: "dataProcessing" },
  reasons: {
    ACCOUNT_EMAIL_TAKEN: "email",
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
  },
};

/** Getting an account. */
function RegisterPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const language = useLanguageStore((state) => state.language);
  const { termsUrl, dataProcessingUrl } = useConfigStore();
  const [form] = Form.useForm<Registration>();
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
      timezone,
    });
  };
  const { busy, fault, submit, forget } = useFormSubmission<Registration>(form, PLACES, async (values) => {
    await register(values);
    setSent(values);
  });
  if (!open) return <RegistrationClosed />;
  if (sent) return <ConfirmEmail email={sent.email.trim()} sendAgain={() => register(sent)} />;
  const accepted = (message: string) => [
    {
      validator: (_: unknown, value: unknown) =>
        value === true ? Promise.resolve() : Promise.reject(new Error(message)),
    },
  ];
  return (
    <BlankLayout
      title={formatMessage(messages.title)}
      lead={
        <>
          <FormattedMessage {...messages.lead} /> <FormattedMessage {...messages.trial} />
        </>
      }
      below={
        <>
          <FormattedMessage {...messages.haveAccount} />{" "}
          <Link to={paths.login}>
            <FormattedMessage {...commonMessages.logIn} />
          </Link>
        </>
      }
    >
      {fault && <FaultAlert fault={fault} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={["onBlur", "onSubmit"]}
        scrollToFirstError={{ focus: true }}
        onValuesChange={forget}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="email"
          label={<FormattedMessage {...commonMessages.email} />}
          rules={emailRules(formatMessage)}
          validateTrigger="onSubmit"
        >
          <Input
            size="large"
            type="text"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            maxLength={254}
          />
        </Form.Item>
        <NewPassword />
        <Form.Item
          name="terms"
          valuePropName="checked"
          validateTrigger="onSubmit"
          rules={accepted(formatMessage(messages.termsMissing))}
        >
          <Checkbox>
            <FormattedMessage {...messages.terms} values={{ link: agreement(termsUrl) }} />
          </Checkbox>
        </Form.Item>
        <Form.Item
          name="dataProcessing"
          valuePropName="checked"
          validateTrigger="onSubmit"
          rules={accepted(formatMessage(messages.dataProcessingMissing))}
        >
          <Checkbox>
            <FormattedMessage {...messages.dataProcessing} values={{ link: agreement(dataProcessingUrl) }} />
          </Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          <FormattedMessage {...messages.submit} />
        </Button>
      </Form>
    </BlankLayout>
  );
}

/** Nobody may get an account where what they must accept cannot be read. */
function RegistrationClosed(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <BlankLayout title={formatMessage(messages.closed)} lead={<FormattedMessage {...messages.closedText} />}>
      <LogInButton />
    </BlankLayout>
  );
}

/** Makes the marked words of an agreement a link to it. */
function agreement(url: string): (words: ReactNode[]) => ReactNode {
  return (words) => (
    <a href={url} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}
