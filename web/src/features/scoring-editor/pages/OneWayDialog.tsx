import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { channelMessages, commonMessages } from "../../../i18n/common-messages";
import { nameWith } from "../../../i18n/scoring-name";
import { MESSAGE_CHANNELS } from "../../../lib/channel";
import { RATES } from "../../../lib/score-parts";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FaultAlert } from "../../../ui/FaultAlert";
import { useDraft, useEditor, useEditorState } from "../editor-context";
import { ENTERING } from "../entering";
import { beginning, toOwnWeights } from "../model/own-weights";
import { oneWayMessages as messages } from "./messages";

/** Asks before the guided way is left for good, and shows the initial custom weights. */
export function OneWayDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const { saving, data } = useEditor();
  const [draft, change] = useDraft();
  const answer = useEditorState((state) => state.preview.answer);
  const fault = useEditorState((state) => state.fault);
  const navigate = useNavigate();
  const [copying, setCopying] = useState(false);
  const [failed, setFailed] = useState(false);
  const weights = beginning(draft, answer, data.constants);
  const channels = MESSAGE_CHANNELS.filter((channel) => draft.channels.includes(channel));
  const numbers = channels.map((channel) => {
    const list = RATES.flatMap((rate) => weights[channel][rate] ?? []).join(", ");
    return channels.length === 1 ? list : `${formatMessage(channelMessages[channel])} ${list}`;
  });
  const leave = (): void => {
    // The page of this address no longer belongs to the scoring: the frame leads to the weights.
    change(toOwnWeights(draft, weights));
    void saving.save();
  };
  const copy = async (): Promise<void> => {
    setCopying(true);
    setFailed(false);
    const name = nameWith(draft.name, formatMessage(messages.copyName));
    const id = await saving.copy(name, toOwnWeights({ ...draft, status: 0 }, weights));
    setCopying(false);
    setFailed(id === undefined);
    if (id !== undefined) void navigate(paths.edit("", id), { state: ENTERING });
  };
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      width={520}
      secondary={
        <>
          <Button label={commonMessages.stay} onClick={onClose} />
          <Button label={messages.copy} loading={copying} onClick={() => void copy()} />
        </>
      }
      primary={<Button label={messages.leave} type="primary" onClick={leave} />}
    >
      <p>
        <FormattedMessage {...messages.text} values={{ weights: numbers.join("; ") }} />
      </p>
      {failed && fault && <FaultAlert fault={fault} />}
    </Dialog>
  );
}
