import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useLocation } from "react-router";
import type { SentMessage } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { isChannel } from "../../lib/channel";
import { addDays, dayOf, formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { changeSearch } from "../../lib/search";
import { Card } from "../../ui/Card";
import { DatabaseName } from "../../ui/DatabaseOf";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton } from "../../ui/PageLink";
import { Pager } from "../../ui/Pager";
import { StatePanel } from "../../ui/StatePanel";
import { Table } from "../../ui/Table";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import { Downloads } from "./Downloads";
import { categoryName, Filters } from "./Filters";
import type { DayData } from "./loader";
import { sendingsMessages as messages, sendingsRouteMessages as routeMessages } from "./messages";
import { useRateColumns } from "./rate-columns";
import { emailsOf, sumOf, type Counts } from "./rates";
import styles from "./Sendings.module.css";
import { wordMessages } from "../../i18n/word-messages";

export { dayLoader as loader } from "./loader";
export { DayPage as Component };

/** The messages of one day's sendings. */
function DayPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { date, items, total, all, view, databases, pageSize } = useLoaderData<DayData>();
  const show = useShow({ replace: true });
  return (
    <>
      <PageHeader
        trail={{ to: paths.sendings, name: routeMessages.title }}
        title={formatMessage(messages.day, { date: formatDay(date) })}
        description={messages.dayLead}
        mark={<Neighbours date={date} />}
        actions={items.length > 0 && <Downloads view={view} of={{ date }} />}
      />
      <div className="stack">
        <Filters view={view} databases={databases} />
        <Card flush>
          {items.length === 0 ? (
            <StatePanel
              icon={<Icon of={MailOutlined} />}
              title={messages.emptyDay}
              text={messages.emptyDayText}
              actions={<PageButton label={messages.toDays} to={paths.sendings} />}
            />
          ) : (
            <>
              <MessageTable items={items} all={total > 1 ? all : []} />
              <Pager
                page={view.page}
                pageSize={pageSize}
                total={total}
                onPage={(to) => show({ page: String(to) })}
                onSize={(size) => show({ page: undefined, pageSize: String(size) })}
              />
              <p className={styles["note"]}>
                <FormattedMessage {...messages.ratesNote} /> <FormattedMessage {...messages.namesNote} />
              </p>
            </>
          )}
        </Card>
      </div>
    </>
  );
}

/** Links to the day before and, up to today, the day after, with the same filters. */
function Neighbours({ date }: { readonly date: string }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const search = changeSearch(new URLSearchParams(useLocation().search), { page: undefined });
  const to = (day: string) => ({ pathname: paths.sendingsOn(day), search });
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  return (
    <nav aria-label={formatMessage(messages.otherDays)} className={styles["days"]}>
      <Link to={to(before)} aria-label={formatMessage(messages.dayBefore, { date: formatDay(before) })}>
        ‹ {formatDay(before)}
      </Link>
      {after <= dayOf(new Date(), timeZone) && (
        <Link to={to(after)} aria-label={formatMessage(messages.dayAfter, { date: formatDay(after) })}>
          {formatDay(after)} ›
        </Link>
      )}
    </nav>
  );
}

/** A message, or the sum of all, which has none of a message's names. */
type MessageRow = Counts & Partial<SentMessage>;

/** A row for each message, below the sum of all pages. */
function MessageTable({ items, all }: Pick<DayData, "items" | "all">): ReactNode {
  const { formatMessage } = useIntl();
  const rates = useRateColumns<MessageRow>(({ scoringType, delivered }) =>
    emailsOf(scoringType === undefined ? all : [{ scoringType, delivered }]),
  );
  const rows: readonly MessageRow[] = [...(all.length > 0 ? [sumOf(all)] : []), ...items];
  return (
    <Table
      className={styles["table"]}
      caption={routeMessages.title}
      rows={rows}
      rowKey={({ scoringType, uid, category, messageId }) => [scoringType, uid, category, messageId].join(" ")}
      columns={[
        {
          head: messages.message,
          className: styles["message"],
          cell: ({ messageId, messageCount }) =>
            messageId === undefined ? (
              <span className={styles["total"]}>
                <FormattedMessage {...wordMessages.total} />
              </span>
            ) : (
              messageId || (
                <span className={styles["single"]}>
                  <FormattedMessage {...messages.single} values={{ count: messageCount }} />
                </span>
              )
            ),
        },
        {
          head: messages.category,
          label: false,
          className: styles["twoWide"],
          cell: ({ category }) => (category === undefined ? null : categoryName(category, formatMessage)),
        },
        {
          head: wordMessages.channel,
          label: false,
          className: "one-line",
          cell: ({ scoringType: type = null }) => (isChannel(type) ? formatMessage(channelMessages[type]) : type),
        },
        {
          head: wordMessages.database,
          label: false,
          className: styles["twoWide"],
          cell: ({ uid }) => (uid === undefined ? null : <DatabaseName uid={uid} />),
        },
        ...rates,
      ]}
    />
  );
}
