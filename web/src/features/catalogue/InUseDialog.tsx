import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../../i18n/common-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { Kind } from "./kind";
import type { Item } from "./loader";
import { UsedBy } from "./UsedBy";

interface InUseDialogProps {
  readonly kind: Kind;
  readonly item: Item;
  readonly onClose: () => void;
}

/** The reason why an item cannot be deleted: the scorings that use it, with the remedy. */
export function InUseDialog({ kind: { words }, item: { name, usedBy }, onClose }: InUseDialogProps): ReactNode {
  return (
    <Dialog
      title={<FormattedMessage {...words.inUse} values={{ name }} />}
      onClose={onClose}
      primary={<Button label={commonMessages.close} type="primary" onClick={onClose} />}
    >
      <div className="stack">
        <p>
          <FormattedMessage {...words.inUseBy} values={{ count: new Set(usedBy.map((use) => use.scoringId)).size }} />
        </p>
        <UsedBy usedBy={usedBy} />
        <p>
          <FormattedMessage {...words.inUseText} />
        </p>
      </div>
    </Dialog>
  );
}
