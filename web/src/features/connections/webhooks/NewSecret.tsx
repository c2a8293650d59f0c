import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { CopyField } from "../../../ui/CopyButton";
import { Notice } from "../../../ui/Notice";
import { webhookMessages as messages } from "../webhook-messages";

/** A new secret; the server returns it only once. */
export function NewSecret({ secret }: { readonly secret: string }): ReactNode {
  return (
    <Notice
      type="success"
      role="status"
      title={<FormattedMessage {...messages.secretOnce} />}
      description={
        <CopyField
          label={<FormattedMessage {...messages.secret} />}
          value={secret}
          action={<FormattedMessage {...messages.copySecret} />}
        />
      }
    />
  );
}
