import { useState, type SyntheticEvent, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useActionData, useNavigation, useSubmit } from "react-router";
import { registrationOpen } from "../../api/config";
import { commonMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { emailError } from "../../i18n/email-error";
import { paths } from "../../lib/paths";
import { useConfigStore } from "../../stores/config-store";
import { useEndStore } from "../../stores/session-store";
import { BlankLayout } from "../../ui/BlankLayout";
import { Button } from "../../ui/Button";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { PageLink } from "../../ui/PageLink";
import type { LoginFailure } from "./login";
import { sessionMessages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface Errors {
  readonly email?: Message | undefined;
  readonly password?: Message | undefined;
}

/** Faults of the input that need no server. */
function check(data: FormData): Errors {
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    email: emailError(text("email")),
    password: text("password") === "" ? commonMessages.required : undefined,
  };
}

/** Signing in. A plain form, because it is the first page to load. */
export function LoginPage(): ReactNode {
  const { formatMessage } = useIntl();
  const submit = useSubmit();
  const failure = useActionData<LoginFailure>();
  const busy = useNavigation().state !== "idle";
  const open = useConfigStore(registrationOpen);
  const { ranOut } = useEndStore();
  const [errors, setErrors] = useState<Errors>({});
  // New input removes the fault of the last attempt.
  const [answered, setAnswered] = useState<LoginFailure>();
  const textOf = (message: Message | undefined): string | undefined => message && formatMessage(message);
  const send = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const found = check(data);
    setErrors(found);
    const wrong = (["email", "password"] as const).find((name) => found[name]);
    if (wrong) form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    else if (!busy) void submit(data, { method: "post" });
  };
  const typed = (name: keyof Errors): void => {
    setErrors({ ...errors, [name]: undefined });
    setAnswered(failure);
  };
  return (
    <BlankLayout
      title={commonMessages.logIn}
      lead={sessionMessages.lead}
      below={
        open && (
          <>
            <FormattedMessage {...sessionMessages.noAccount} />{" "}
            <PageLink label={sessionMessages.register} to={paths.register} />
          </>
        )
      }
    >
      {ranOut !== undefined && !failure && <Notice type="info" role="status" title={sessionMessages.ranOut} />}
      {failure && failure !== answered && !busy && <FaultAlert fault={failure} />}
      <form noValidate onSubmit={send}>
        <Field
          name="email"
          label={commonMessages.email}
          error={textOf(errors.email)}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          onChange={() => typed("email")}
        />
        <Field
          name="password"
          type="password"
          label={wordMessages.password}
          error={textOf(errors.password)}
          autoComplete="current-password"
          onChange={() => typed("password")}
          extra={<PageLink label={sessionMessages.forgotten} to={paths.passwordReset} />}
        />
        <Button label={commonMessages.logIn} type="primary" htmlType="submit" size="large" block loading={busy} />
      </form>
    </BlankLayout>
  );
}
