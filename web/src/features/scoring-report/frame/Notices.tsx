import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl, type IntlShape } from "react-intl";
import type { ReportNotice } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import type { Message } from "../../../i18n/define-messages";
import { componentMessages, reasonMessages } from "../../../i18n/score-messages";
import { formatDay } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { EVENTS, RATES, REASONS } from "../../../lib/score-parts";
import { ACTIVE, DRAFT } from "../../../lib/status";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { PageLink } from "../../../ui/PageLink";
import { editPath } from "../../scoring-editor";
import type { FrameData } from "../report/loader";
import { noticeMessages as messages } from "./messages";
import styles from "./ReportFrame.module.css";
import { CONFIG_ID, useFrame } from "../report/use-report";

/** More notices would not be read. */
const SHOWN = 3;

interface Line {
  readonly key: string;
  readonly text: string;
  /** The action for it. */
  readonly act?: { readonly words: Message; readonly to: string; readonly state?: object };
}

/** Notices before the figures, each with its action; the most urgent first. */
export function Notices(): ReactNode {
  const intl = useIntl();
  const frame = useFrame();
  const [all, setAll] = useState(false);
  const lines = [
    ...ofStatus(frame, intl),
    ...(frame.report?.partition.notices ?? []).flatMap((notice) => lineOf(notice, frame, intl) ?? []),
    ...ofChange(frame, intl),
  ];
  if (lines.length === 0) return null;
  return (
    <div className={styles["notices"]}>
      {(all ? lines : lines.slice(0, SHOWN)).map(({ key, text, act }) => (
        <Notice
          key={key}
          type={key === "status" ? "info" : "warning"}
          role="note"
          title={text}
          action={act && <PageLink label={act.words} to={act.to} state={act.state} />}
        />
      ))}
      {!all && lines.length > SHOWN && (
        <Button type="link" size="small" className={styles["others"] ?? ""} onClick={() => setAll(true)}>
          <FormattedMessage {...messages.others} values={{ count: lines.length - SHOWN }} />
        </Button>
      )}
    </div>
  );
}

function ofStatus({ scoring }: FrameData, { formatMessage }: IntlShape): Line[] {
  if (scoring.status === ACTIVE) return [];
  if (scoring.status !== DRAFT) return [{ key: "status", text: formatMessage(messages.inactive) }];
  return [
    { key: "status", text: formatMessage(messages.draft), act: { words: messages.finishDraft, ...editPath(scoring) } },
  ];
}

function ofChange({ scoring, view, report }: FrameData, { formatMessage }: IntlShape): Line[] {
  if (!report?.partition.changedSince) return [];
  const to = `${paths.report(scoring.id, view)}#${CONFIG_ID}`;
  return [{ key: "changed", text: formatMessage(messages.changed), act: { words: messages.settings, to } }];
}

/** A notice in words; undefined for an unknown kind or subject. */
function lineOf(notice: ReportNotice, frame: FrameData, { formatMessage }: IntlShape): Line | undefined {
  const { kind, name, count, since, possibleFrom } = notice;
  const { scoring, channel = "mailing", view } = frame;
  const key = `${kind} ${name}`;
  const date = formatDay(since);
  const sent =
    channel === "web"
      ? { words: messages.websites, to: paths.settings }
      : { words: messages.sendings, to: paths.sendings };
  switch (kind) {
    case "REFERENCE_THIN": {
      const part = [...RATES, ...EVENTS].find((one) => one === name);
      if (!part) return undefined;
      const text = formatMessage(messages.thin, { part: formatMessage(componentMessages[part]), count });
      return { key, text, act: { words: messages.longer, ...editPath(scoring) } };
    }
    case "CHANNEL_SKIPPED": {
      const words = possibleFrom === "" ? messages.skippedOpen : messages.skipped;
      const values = { channel: formatMessage(channelMessages[channel]), since: date, from: formatDay(possibleFrom) };
      return { key, text: formatMessage(words, values), act: sent };
    }
    case "SENDINGS_STOPPED":
      return {
        key,
        text: formatMessage(channel === "web" ? messages.stoppedWeb : messages.stopped, { date }),
        act: sent,
      };
    case "EXCLUSIONS_JUMPED": {
      const reason = REASONS.find((one) => one === name);
      if (!reason) return undefined;
      const values = { reason: formatMessage(reasonMessages[reason]), count, since: date };
      const to = paths.report(scoring.id, view, "exclusions");
      return { key, text: formatMessage(messages.jumped, values), act: { words: messages.exclusions, to } };
    }
    default:
      return undefined;
  }
}
