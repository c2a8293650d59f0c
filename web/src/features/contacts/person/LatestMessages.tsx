import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { ContactMessage, ListContactMessagesResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { typeMessages } from "../../../i18n/score-messages";
import { isMessageChannel } from "../../../lib/channel";
import { formatDay, formatDayMonth } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { latestMessages as messages, outcomeMessages, type Outcome } from "./messages";
import styles from "./Person.module.css";

/** The number of messages that are listed at first. */
const NEWEST = 5;

interface LatestMessagesProps {
  readonly uid: string;
  readonly sent: ListContactMessagesResponse;
}

/** The newest messages to a contact, with the days of their outcomes. */
export function LatestMessages({ uid, sent: { items, more, firstDay } }: LatestMessagesProps): ReactNode {
  const [all, setAll] = useState(items.length <= NEWEST + 1);
  if (items.length === 0) {
    return <FormattedMessage {...messages.none} values={{ date: formatDay(firstDay) }} />;
  }
  return (
    <>
      <Table
        look="figures"
        caption={messages.title}
        rows={all ? items : items.slice(0, NEWEST)}
        rowKey={({ scoringType, messageId }, at) => `${scoringType} ${messageId || String(at)}`}
        columns={[
          { head: messages.message, wrap: true, cell: (message) => <Name message={message} /> },
          { head: messages.sent, cell: (message) => message.sentDate && <Sent uid={uid} message={message} /> },
          { head: messages.outcome, label: false, cell: (message) => <Outcomes message={message} /> },
        ]}
      />
      {!all && (
        <div className={styles["all"]}>
          <Button size="small" onClick={() => setAll(true)}>
            <FormattedMessage {...messages.all} values={{ count: items.length }} />
          </Button>
        </div>
      )}
      {all && more && (
        <p className="muted">
          <FormattedMessage {...messages.more} values={{ count: items.length, date: formatDay(firstDay) }} />
        </p>
      )}
    </>
  );
}

function Name({ message: { messageId, scoringType, category } }: { readonly message: ContactMessage }): ReactNode {
  const { formatMessage } = useIntl();
  const type = typeMessages[category];
  return (
    <>
      {messageId || formatMessage(messages.unnamed)}
      <span className={styles["detail"]}>
        {isMessageChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType}
        {type && ` · ${formatMessage(type)}`}
      </span>
    </>
  );
}

/** The day of the sending, with a link to all sendings of the day. */
function Sent({ uid, message: { scoringType, sentDate } }: LatestOf): ReactNode {
  const { formatMessage } = useIntl();
  const date = formatDay(sentDate);
  const search = new URLSearchParams({ scoringType, uids: uid }).toString();
  return (
    <Link
      to={{ pathname: paths.sendingsOn(sentDate), search }}
      aria-label={formatMessage(messages.sentOn, { date })}
      className="number"
    >
      {date}
    </Link>
  );
}

interface LatestOf {
  readonly uid: string;
  readonly message: ContactMessage;
}

/** The outcomes of a message in the order in which they happen; those that need attention are highlighted. */
function Outcomes({ message }: { readonly message: ContactMessage }): ReactNode {
  const happened = OUTCOMES.filter(({ day }) => message[day] !== "");
  if (happened.length === 0) return <FormattedMessage {...messages.nothing} />;
  return (
    <span className={styles["outcomes"]}>
      {happened.map(({ name, day, bad }) => {
        const words = <FormattedMessage {...outcomeMessages[name]} values={{ date: formatDayMonth(message[day]) }} />;
        return bad ? (
          <Tag key={name} color="error">
            {words}
          </Tag>
        ) : (
          <span key={name}>{words}</span>
        );
      })}
    </span>
  );
}

const OUTCOMES = [
  { name: "delivered", day: "deliveredDate", bad: false },
  { name: "opened", day: "openedDate", bad: false },
  { name: "clicked", day: "clickedDate", bad: false },
  { name: "machineOpened", day: "machineOpenedDate", bad: false },
  { name: "machineClicked", day: "machineClickedDate", bad: false },
  { name: "bounced", day: "bouncedDate", bad: true },
  { name: "unsubscribed", day: "unsubscribedDate", bad: true },
] as const satisfies readonly { readonly name: Outcome; readonly day: keyof ContactMessage; readonly bad: boolean }[];
