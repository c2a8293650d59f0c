import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Message } from "../../../i18n/define-messages";
import { paths } from "../../../lib/paths";
import { ACTIVE } from "../../../lib/status";
import { copy } from "../../../ui/copy";
import { Menu, type MenuEntry } from "../../../ui/Menu";
import { editPath } from "../../scoring-editor";
import { frameMessages as messages } from "./messages";
import { useFrame } from "../report/use-report";
import { wordMessages } from "../../../i18n/word-messages";

/** Further actions of the report. */
export function MoreMenu({ onRecalculate }: { readonly onRecalculate: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { scoring, view, report } = useFrame();
  const entry = (message: Message, onClick: () => void): MenuEntry => ({
    key: message.id,
    label: formatMessage(message),
    onClick,
  });
  const edit = (): void => {
    const { to, state } = editPath(scoring);
    void navigate(to, { state });
  };
  const entries = [
    ...(scoring.status === ACTIVE ? [entry(wordMessages.recalculate, onRecalculate)] : []),
    ...(report ? [entry(messages.print, () => void navigate(paths.report(scoring.id, view, "print")))] : []),
    entry(messages.copyLink, () => void copy(window.location.href)),
    entry(messages.edit, edit),
  ];
  return <Menu name={formatMessage(messages.menu)} groups={[{ key: "all", entries }]} />;
}
