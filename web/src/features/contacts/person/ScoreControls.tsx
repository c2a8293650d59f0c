import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Contact } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { Segmented } from "../../../ui/Segmented";
import { Select } from "../../../ui/Select";
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
  const id = useId();
  const { scoringId, channel } = choice;
  const channels = scorings.find((one) => one.id === scoringId)?.channels ?? [];
  const show = (view: { scoring: string; channel?: Channel }): void =>
    void navigate(paths.contact(contact.uid, contact.number, view), { replace: true, preventScrollReset: true });
  return (
    <div className={styles["controls"]}>
      <div className={styles["control"]}>
        <label htmlFor={id}>
          <FormattedMessage {...wordMessages.scoring} />
        </label>
        <Select
          id={id}
          value={scoringId}
          options={scorings.map(({ id: value, name }) => ({ value, label: name }))}
          onChange={(scoring) => show({ scoring })}
        />
      </div>
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
