import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Confirm } from "../../../ui/Confirm";
import { useImport, useImportState } from "../import-context";
import { pageMessages as messages } from "./messages";
import { fileNameOf } from "../file-name";

/** Discards a draft after a confirmation: its file would have to be uploaded again. */
export function Discard(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { actions } = useImport();
  const item = useImportState((state) => state.item);
  const [asked, setAsked] = useState(false);
  const file = fileNameOf(item, formatMessage);
  const discard = async (): Promise<void> => {
    const gone = await actions.cancel();
    setAsked(false);
    if (gone) void navigate(paths.imports);
  };
  return (
    <>
      <Button label={messages.discard} type="text" onClick={() => setAsked(true)} />
      {asked && (
        <Confirm
          title={<FormattedMessage {...messages.discardAsk} values={{ file }} />}
          confirm={messages.discard}
          danger
          onConfirm={discard}
          onClose={() => setAsked(false)}
        >
          <p>
            <FormattedMessage {...messages.discardText} />
          </p>
        </Confirm>
      )}
    </>
  );
}
