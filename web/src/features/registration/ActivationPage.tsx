import type { ReactNode } from "react";
import { useLoaderData, useParams } from "react-router";
import { clientOf } from "../../api/api";
import { RegistrationService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { registrationOpen } from "../../api/config";
import { paths } from "../../lib/paths";
import { useConfigStore } from "../../stores/config-store";
import { BlankLayout } from "../../ui/BlankLayout";
import { Button } from "../../ui/Button";
import { FaultAlert } from "../../ui/FaultAlert";
import { PageLink } from "../../ui/PageLink";
import { LogInButton } from "./LogInButton";
import { useSubmission } from "../../ui/use-submission";
import { registrationMessages as messages } from "./messages";
import type { LinkData } from "./loader";
import { faultMessages } from "../../i18n/fault-messages";

export { activationLoader as loader } from "./loader";
export { ActivationPage as Component };

/** The page of a confirmation link. A click activates, not the visit: programs that scan mails follow links too. */
function ActivationPage(): ReactNode {
  const api = useApi();
  const { token = "" } = useParams();
  const open = useConfigStore(registrationOpen);
  const { dead } = useLoaderData<LinkData>();
  const { busy, done, fault, submit } = useSubmission<string>((link) =>
    clientOf(api, RegistrationService).activate({ token: link }),
  );
  if (done) {
    return (
      <BlankLayout focus title={messages.activated} lead={messages.activatedText}>
        <LogInButton />
      </BlankLayout>
    );
  }
  if (fault || dead) {
    return (
      <BlankLayout
        focus
        title={fault ? messages.notActivated : faultMessages.ACCOUNT_LINK_INACTIVE}
        lead={messages.notActivatedText}
        below={open && <PageLink label={messages.again} to={paths.register} />}
      >
        {fault && <FaultAlert fault={fault} />}
        <LogInButton />
      </BlankLayout>
    );
  }
  return (
    <BlankLayout title={messages.activate} lead={messages.activateText}>
      <Button
        label={messages.activateSubmit}
        type="primary"
        size="large"
        block
        loading={busy}
        onClick={() => void submit(token)}
      />
    </BlankLayout>
  );
}
