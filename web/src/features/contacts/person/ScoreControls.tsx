import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Contact } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { Segmented } from "../../../ui/Segmented";
import { LabelledSelect } from "../../../ui/LabelledSelect";
import styles from "./Person.module.css";
import type { Choice, ScoringChoice } from "./model/score-choice";
import { wordMessages } from "../../../i18n/word-messages";

interface ScoreControlsProps {
  readonly scorings: readonly ScoringChoice[];
  readonly choice: Choice;
  readonly contact: Contact;
}

/** Chooses the explained scoring and channel, both in the URL. Another choice starts at its newest day. */
export function ScoreControls({ scorings, choice, contact }: ScoreControlsProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { scoringId, channel } = choice;
  const channels = scorings.find((one) => one.id === scoringId)?.channels ?? [];
  const show = (view: { scoring: string; channel?: Channel }): void =>
    void navigate(paths.contact(contact.uid, contact.number, view), { replace: true, preventScrollReset: true });
  return (
    <div className={styles["controls"]}>
      <LabelledSelect
        className={styles["control"]}
        label={wordMessages.scoring}
        value={scoringId}
        options={scorings.map(({ id: value, name }) => ({ value, label: name }))}
        onChange={(scoring) => show({ scoring })}
      />
      {channels.length > 1 && (
        <Segmented<Channel>
          aria-label={formatMessage(wordMessages.channel)}
          value={channel}
          options={channels.map((value) => ({ value, label: formatMessage(channelMessages[value]) }))}
          onChange={(chosen) => show({ scoring: scoringId, channel: chosen })}
        />
      )}
    </div>
  );
}
