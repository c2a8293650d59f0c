import type { ReactNode } from "react";
import { CopyField } from "../../../ui/CopyButton";
import { Notice } from "../../../ui/Notice";
import { webhookMessages as messages } from "../webhook-messages";

/** A new secret; the server returns it only once. */
export function NewSecret({ secret }: { readonly secret: string }): ReactNode {
  return (
    <Notice
      type="success"
      role="status"
      title={messages.secretOnce}
      description={<CopyField label={messages.secret} value={secret} action={messages.copySecret} />}
    />
  );
}
