import { useState, type ReactNode } from "react";
import { useLoaderData, useParams } from "react-router";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { FaultAlert } from "../../ui/FaultAlert";
import { LogInButton } from "./LogInButton";
import { checkNewPassword, NewPassword, NO_PASSWORD } from "../../ui/NewPassword";
import { useForm, type Places } from "../../ui/use-form";
import { registrationMessages as messages } from "./messages";
import { Button } from "../../ui/Button";
import { PageButton, PageLink } from "../../ui/PageLink";
import type { LinkData } from "./loader";
import { faultMessages } from "../../i18n/fault-messages";

export { resetLoader as loader } from "./loader";
export { ResetPage as Component };

/** Defects of the password are shown at its field; the link still works then. */
const PLACES: Places = {
  paths: { password: "password" },
  reasons: {
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
    ACCOUNT_PASSWORD_UNCHANGED: "password",
  },
};

/** Sets a password by a link. */
function ResetPage(): ReactNode {
  const api = useApi();
  const { token = "" } = useParams();
  const { dead } = useLoaderData<LinkData>();
  const [values, setValues] = useState(NO_PASSWORD);
  const { form, busy, done, fault, errors, submit, look, forget } = useForm({
    values,
    places: PLACES,
    check: checkNewPassword,
    send: ({ password }) => clientOf(api, RegistrationService).resetPassword({ token, password }),
  });
  if (done) {
    return (
      <BlankLayout focus title={messages.changed} lead={messages.changedText}>
        <LogInButton />
      </BlankLayout>
    );
  }
  if (dead || fault?.reason === "ACCOUNT_LINK_INACTIVE") {
    return (
      <BlankLayout
        focus
        title={faultMessages.ACCOUNT_LINK_INACTIVE}
        lead={messages.deadText}
        below={<PageLink label={messages.backToLogin} to={paths.login} />}
      >
        <PageButton label={messages.anotherLink} type="primary" size="large" block to={paths.passwordReset} />
      </BlankLayout>
    );
  }
  return (
    <BlankLayout
      title={messages.newTitle}
      lead={messages.newLead}
      below={<PageLink label={messages.anotherLink} to={paths.passwordReset} />}
    >
      {fault && <FaultAlert fault={fault} />}
      <form ref={form} noValidate onSubmit={submit}>
        <NewPassword
          label={messages.newPassword}
          values={values}
          errors={errors}
          onChange={(part) => {
            setValues({ ...values, ...part });
            forget(...Object.keys(part));
          }}
          onBlur={look}
        />
        <Button label={messages.newSubmit} type="primary" htmlType="submit" size="large" block loading={busy} />
      </form>
    </BlankLayout>
  );
}
