import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useSearchParams } from "react-router";
import type { ListSendingsResponse, SendingDay } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { isChannel } from "../../lib/channel";
import { dayOf, formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { changeSearch } from "../../lib/search";
import { Card } from "../../ui/Card";
import { Chart } from "../../ui/charts/Chart";
import { DateRange } from "../../ui/form/DateRange";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton } from "../../ui/PageLink";
import { Pager } from "../../ui/Pager";
import { StatePanel } from "../../ui/StatePanel";
import { Table } from "../../ui/Table";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import { daysOf } from "./days";
import { Downloads } from "./Downloads";
import { Filters } from "./Filters";
import type { SendingsData } from "./loader";
import { sendingsMessages as messages, sendingsRouteMessages as routeMessages } from "./messages";
import { useRateColumns } from "./rate-columns";
import { emailsOf, type Counts } from "./rates";
import styles from "./Sendings.module.css";
import { SentDrawing } from "./SentDrawing";
import { Totals } from "./Totals";
import { wordMessages } from "../../i18n/word-messages";
import { pageWithin } from "../../lib/page-sizes";

export { sendingsLoader as loader, revalidateSendings as shouldRevalidate } from "./loader";
export { SendingsPage as Component };

/** Sendings and outcomes by day. */
function SendingsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { answer, blank, before, view, databases, pageSize } = useLoaderData<SendingsData>();
  const { timeZone } = useMe();
  const showDays = useShow({});
  const { start, end } = answer;
  const emails = emailsOf(answer.items);
  const about = `${formatMessage(routeMessages.title)} · ${formatDay(start)} – ${formatDay(end)}`;
  return (
    <>
      <PageHeader
        title={routeMessages.title}
        description={messages.lead}
        actions={answer.items.length > 0 && <Downloads view={view} of={{ start, end }} />}
      />
      <div className="stack">
        {!blank && (
          <Filters view={view} databases={databases}>
            <DateRange
              value={{ start, end }}
              today={dayOf(new Date(), timeZone)}
              onChange={(range) => showDays({ ...range, page: undefined })}
            />
          </Filters>
        )}
        {answer.items.length === 0 || !answer.total ? (
          <Card>
            <StatePanel
              icon={<Icon of={MailOutlined} />}
              title={blank ? messages.blank : messages.empty}
              text={blank ? messages.blankText : messages.emptyText}
              actions={
                <>
                  {!blank && <PageButton label={wordMessages.clearFilters} to={paths.sendings} />}
                  <PageButton
                    label={wordMessages.uploadSendings}
                    type={blank ? "primary" : "default"}
                    to={paths.uploadOf("engagement")}
                  />
                  {blank && <PageButton label={wordMessages.connectProvider} to={paths.connections} />}
                </>
              }
            />
          </Card>
        ) : (
          <>
            <Totals counts={answer.total} deliveredEmails={emails} before={before} />
            <Card title={messages.chart}>
              <Chart title={formatMessage(messages.chart)} about={about} height={260}>
                <SentDrawing days={daysOf(answer.items, start, end)} />
              </Chart>
            </Card>
            <Card flush>
              <DayTable answer={answer} page={view.page} pageSize={pageSize} />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** A day's sendings of one channel, or the sum of all, which has no channel. */
type DayRow = Counts & Partial<Pick<SendingDay, "date" | "scoringType">>;

interface DayTableProps {
  readonly answer: ListSendingsResponse;
  readonly page: number;
  readonly pageSize: number;
}

/** A row for each day and channel, the newest first, below the sum of all. */
function DayTable({ answer: { items, total }, page: wanted, pageSize }: DayTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search] = useSearchParams();
  const page = pageWithin(wanted, items.length, pageSize);
  const show = useShow({ replace: true });
  const rates = useRateColumns<DayRow>(({ scoringType, delivered }) =>
    emailsOf(scoringType === undefined ? items : [{ scoringType, delivered }]),
  );
  const rows: readonly DayRow[] = [...(total ? [total] : []), ...items.slice((page - 1) * pageSize, page * pageSize)];
  const ofDay = changeSearch(search, { start: undefined, end: undefined, page: undefined });
  return (
    <>
      <Table
        className={`${styles["table"]} ${styles["byDay"]}`}
        caption={routeMessages.title}
        rows={rows}
        rowKey={({ date, scoringType }) => `${date} ${scoringType}`}
        columns={[
          {
            head: messages.date,
            cell: ({ date, scoringType }) =>
              date === undefined ? (
                <span className={styles["total"]}>
                  <FormattedMessage {...wordMessages.total} />
                </span>
              ) : (
                <Link to={paths.sendingsOn(date) + changeSearch(new URLSearchParams(ofDay), { scoringType })}>
                  {formatDay(date)}
                </Link>
              ),
          },
          {
            head: wordMessages.channel,
            label: false,
            cell: ({ scoringType: type = null }) => (isChannel(type) ? formatMessage(channelMessages[type]) : type),
          },
          ...rates,
        ]}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={items.length}
        onPage={(to) => show({ page: String(to) })}
        onSize={(size) => show({ page: undefined, pageSize: String(size) })}
      />
      <p className={styles["note"]}>
        <FormattedMessage {...messages.ratesNote} />
      </p>
    </>
  );
}
