import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { emailError } from "../../i18n/email-error";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { useForm, type Places } from "../../ui/use-form";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";
import { PageLink } from "../../ui/PageLink";

export { ResetRequestPage as Component };

const PLACES: Places = { paths: { email: "email" } };

/** Requesting a link for a new password. The response does not reveal whether the address is known. */
function ResetRequestPage(): ReactNode {
  const api = useApi();
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const { form, busy, fault, submit, text } = useForm({
    values: email.trim(),
    places: PLACES,
    check: (address) => ({ email: emailError(address) }),
    send: async (address) => {
      await clientOf(api, RegistrationService).requestPasswordReset({ email: address });
      setSentTo(address);
    },
  });
  const back = <PageLink label={messages.backToLogin} to={paths.login} />;
  if (sentTo !== undefined) {
    return (
      <BlankLayout focus title={messages.resetSent} below={back}>
        <p role="status">
          <FormattedMessage {...messages.resetSentText} values={{ email: <strong>{sentTo}</strong> }} />
        </p>
        <p className="quiet">
          <FormattedMessage {...messages.confirmHint} />
        </p>
        <Button label={messages.askAgain} block onClick={() => setSentTo(undefined)} />
      </BlankLayout>
    );
  }
  return (
    <BlankLayout title={messages.resetTitle} lead={messages.resetLead} below={back}>
      {fault && <FaultAlert fault={fault} />}
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          label={commonMessages.email}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          {...text("email", email, setEmail)}
        />
        <Button label={messages.resetSubmit} type="primary" htmlType="submit" size="large" block loading={busy} />
      </form>
    </BlankLayout>
  );
}
