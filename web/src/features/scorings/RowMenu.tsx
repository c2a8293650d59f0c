import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Message } from "../../i18n/define-messages";
import { nameWith } from "../../i18n/scoring-name";
import { paths } from "../../lib/paths";
import { Menu, type MenuEntry } from "../../ui/Menu";
import { editPath } from "../scoring-editor";
import type { ListActions } from "./actions";
import { actionMessages as messages } from "./messages";
import { ACTIVE, DRAFT, INACTIVE } from "../../lib/status";
import { isFinished, type ScoringRow } from "./rows";
import { wordMessages } from "../../i18n/word-messages";

interface RowMenuProps {
  readonly row: ScoringRow;
  readonly actions: ListActions;
  readonly onRename: () => void;
}

/** The actions of a scoring. None asks for confirmation, because each can be undone. */
export function RowMenu({ row, actions, onRename }: RowMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const entry = (message: Message, onClick: () => void): MenuEntry => ({
    key: message.id,
    label: formatMessage(message),
    onClick,
  });
  const edit = (): void => {
    const { to, state } = editPath(row);
    void navigate(to, { state });
  };
  const entries = [
    ...(isFinished(row) ? [entry(messages.report, () => void navigate(paths.report(row.id)))] : []),
    entry(messages.edit, edit),
    ...(row.status === ACTIVE ? [entry(messages.switchOff, () => void actions.switchTo(row, INACTIVE))] : []),
    ...(row.status === INACTIVE ? [entry(messages.switchOn, () => void actions.switchTo(row, ACTIVE))] : []),
    ...(row.status === DRAFT ? [] : [entry(wordMessages.calculations, () => void navigate(paths.runsOf(row.id)))]),
    entry(wordMessages.rename, onRename),
    entry(
      messages.duplicate,
      () => void actions.duplicate(row, nameWith(row.name, formatMessage(messages.copyEnding))),
    ),
    entry(messages.file, () => void actions.downloadFile(row)),
    ...(row.status === DRAFT ? [entry(messages.remove, () => actions.removeDraft(row))] : []),
  ];
  return <Menu name={formatMessage(wordMessages.actionsOf, { name: row.name })} groups={[{ key: "all", entries }]} />;
}
