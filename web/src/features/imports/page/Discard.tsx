import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { commonMessages } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { useImport, useImportState } from "../import-context";
import { fileMessages } from "../kind-messages";
import { pageMessages as messages } from "./messages";

/** Throws a draft away, once that was asked: its file would have to be sent again. */
export function Discard(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { actions } = useImport();
  const { item, busy } = useImportState((state) => state);
  const [asked, setAsked] = useState(false);
  const file = item.fileName || formatMessage(fileMessages.unnamed);
  const discard = async (): Promise<void> => {
    const gone = await actions.cancel();
    setAsked(false);
    if (gone) void navigate(paths.imports);
  };
  return (
    <>
      <Button type="text" onClick={() => setAsked(true)}>
        <FormattedMessage {...messages.discard} />
      </Button>
      {asked && (
        <Dialog
          title={<FormattedMessage {...messages.discardAsk} values={{ file }} />}
          onClose={() => setAsked(false)}
          footer={
            <>
              <Button onClick={() => setAsked(false)}>
                <FormattedMessage {...commonMessages.cancel} />
              </Button>
              <Button danger loading={busy === "cancel"} onClick={() => void discard()}>
                <FormattedMessage {...messages.discard} />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage {...messages.discardText} />
          </p>
        </Dialog>
      )}
    </>
  );
}
