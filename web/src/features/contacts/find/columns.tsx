import type { ReactNode } from "react";
import { FormattedMessage, type IntlShape } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { FoundContact, SearchContactsResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { isMessageChannel, MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { formatDayMonth } from "../../../lib/dates";
import { wordMessages } from "../../../i18n/word-messages";
import type { Column } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { contactMessages, noAddressMessages } from "../messages";
import styles from "./Find.module.css";
import { findMessages, scoreMessages as messages } from "./messages";
import { Change, Groups, LastActivity, Deferred, Score } from "./ScoreCells";
import type { SearchData } from "./search";
import type { Sort } from "./view";

/** Columns of contacts without scores: all addresses and consents. */
export const ADDRESS_COLUMNS: readonly Column<FoundContact>[] = [
  { head: wordMessages.phone, label: false, className: "number", cell: ({ gsm }) => gsm || undefined },
  { head: wordMessages.externalId, label: false, cell: ({ externalId }) => externalId || undefined },
  ...MESSAGE_CHANNELS.map((channel) => ({
    head: channelMessages[channel],
    label: false as const,
    className: styles["consent"],
    cell: (found: FoundContact) => <Consent of={found} channel={channel} />,
  })),
];

/** Columns of contacts with scores: the score, the last activity and the consent of the channel. */
export function scoreColumns(
  { formatMessage }: IntlShape,
  { scoringType, comparedDate }: SearchContactsResponse,
  { view, details, load }: SearchData,
  onSort: (sort: Sort) => void,
): readonly (Column<FoundContact> | false)[] {
  const sort = (by: "score" | "change"): Column<FoundContact>["sort"] => ({
    order: view.sort === by ? "ascending" : view.sort === `-${by}` ? "descending" : undefined,
    onSort: () => onSort(view.sort === `-${by}` ? by : `-${by}`),
  });
  return [
    {
      head: wordMessages.score,
      className: styles["scoreCell"],
      sort: sort("score"),
      cell: (found) => <Score of={found} />,
    },
    comparedDate !== "" && {
      head: formatMessage(messages.changeSince, { date: formatDayMonth(comparedDate) }),
      className: styles["changeCell"],
      sort: sort("change"),
      // The reason for no score also takes this column's space.
      cell: (found) => (found.score === undefined ? null : <Change of={found} />),
    },
    {
      head: messages.lastActivity,
      className: styles["activity"],
      cell: (found) =>
        details && (
          <Deferred key={load} of={found} details={details}>
            {(known) => <LastActivity of={known} />}
          </Deferred>
        ),
    },
    {
      head: findMessages.consent,
      label: false,
      className: styles["consent"],
      cell: (found) => <Consent of={found} channel={isMessageChannel(scoringType) ? scoringType : "mailing"} />,
    },
  ];
}

/** The column of a contact's groups. */
export function groupsColumn({ details, load }: SearchData): Column<FoundContact> {
  return {
    head: wordMessages.groups,
    className: styles["groups"],
    cell: (found) =>
      details && (
        <Deferred key={load} of={found} details={details}>
          {(known) => <Groups of={known} />}
        </Deferred>
      ),
  };
}

interface ConsentProps {
  readonly of: FoundContact;
  readonly channel: MessageChannel;
}

function Consent({ of, channel }: ConsentProps): ReactNode {
  const { address, consent, blocked } = CHANNEL_FIELDS[channel];
  if (of[address] === "") return <Tag label={noAddressMessages[channel]} />;
  return (
    <span className={styles["marks"]}>
      <Tag color={of[consent] ? "success" : "default"}>
        {/* On a phone there is no column header above it. */}
        <span className={styles["ofChannel"]}>
          <FormattedMessage {...channelMessages[channel]} />{" "}
        </span>
        <span className={styles["words"]}>
          <FormattedMessage {...(of[consent] ? wordMessages.consent : contactMessages.missing)} />
        </span>
        <span className={styles["sign"]} aria-hidden>
          {of[consent] ? "✓" : "✕"}
        </span>
      </Tag>
      {of[blocked] && <Tag label={contactMessages.blocked} color="error" />}
    </span>
  );
}
