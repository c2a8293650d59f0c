import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import type { ListSendingsResponse } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { PAGE_SIZES } from "../../lib/page-sizes";
import { isChannel } from "../../lib/channel";
import { dayOf, formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { changeSearch } from "../../lib/search";
import { choosePageSize } from "../../stores/preference-store";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Chart } from "../../ui/charts/Chart";
import { DateRangePicker } from "../../ui/DateRangePicker";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { Pager } from "../../ui/Pager";
import { StatePanel } from "../../ui/StatePanel";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import { daysOf } from "./days";
import { Filters } from "./Filters";
import type { SendingsData } from "./loader";
import { sendingsMessages as messages, sendingsRouteMessages as routeMessages } from "./messages";
import { RateCells, RateHeads } from "./RateCells";
import { emailsOf } from "./rates";
import styles from "./Sendings.module.css";
import { SentDrawing } from "./SentDrawing";
import { Totals } from "./Totals";

export { sendingsLoader as loader, revalidateSendings as shouldRevalidate } from "./loader";
export { SendingsPage as Component };

/** What went out day by day, and what came back. */
function SendingsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { answer, view, databases, pageSize } = useLoaderData<SendingsData>();
  const { timeZone } = useMe();
  const showDays = useShow({});
  const { start, end } = answer;
  const emails = emailsOf(answer.items);
  const about = `${formatMessage(routeMessages.title)} · ${formatDay(start)} – ${formatDay(end)}`;
  return (
    <>
      <PageHeader title={formatMessage(routeMessages.title)} description={<FormattedMessage {...messages.lead} />} />
      <div className={styles["parts"]}>
        <Filters view={view} databases={databases}>
          <DateRangePicker
            value={{ start, end }}
            today={dayOf(new Date(), timeZone)}
            onChange={(range) => showDays({ ...range, page: undefined })}
          />
        </Filters>
        {answer.items.length === 0 || !answer.total ? (
          <Card>
            <StatePanel
              icon={<Icon of={MailOutlined} />}
              title={<FormattedMessage {...messages.empty} />}
              actions={
                <>
                  <Button onClick={() => void navigate(paths.sendings)}>
                    <FormattedMessage {...messages.clear} />
                  </Button>
                  <Button onClick={() => void navigate(paths.uploadOf("engagement"))}>
                    <FormattedMessage {...messages.upload} />
                  </Button>
                </>
              }
            >
              <FormattedMessage {...messages.emptyText} />
            </StatePanel>
          </Card>
        ) : (
          <>
            <Totals counts={answer.total} deliveredEmails={emails} />
            <Card title={<FormattedMessage {...messages.chart} />}>
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

interface DayTableProps {
  readonly answer: ListSendingsResponse;
  readonly page: number;
  readonly pageSize: number;
}

/** A row for each day and channel, the newest first, below the sum of all. */
function DayTable({ answer: { items, total }, page: wanted, pageSize }: DayTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search] = useSearchParams();
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / pageSize)));
  const show = useShow({ replace: true });
  const ofDay = changeSearch(search, { start: undefined, end: undefined, page: undefined });
  return (
    <>
      <table className={styles["table"]}>
        <caption className="visually-hidden">
          <FormattedMessage {...routeMessages.title} />
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.date} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.channel} />
            </th>
            <RateHeads />
          </tr>
        </thead>
        <tbody>
          {total && (
            <tr className={styles["total"]}>
              <th scope="row" colSpan={2}>
                <FormattedMessage {...messages.total} />
              </th>
              <RateCells counts={total} deliveredEmails={emailsOf(items)} />
            </tr>
          )}
          {items.slice((page - 1) * pageSize, page * pageSize).map((row) => (
            <tr key={`${row.date} ${row.scoringType}`}>
              <th scope="row">
                <Link
                  to={`${paths.sendings}/${row.date}${changeSearch(new URLSearchParams(ofDay), { scoringType: row.scoringType })}`}
                >
                  {formatDay(row.date)}
                </Link>
              </th>
              <td>{isChannel(row.scoringType) ? formatMessage(channelMessages[row.scoringType]) : row.scoringType}</td>
              <RateCells counts={row} deliveredEmails={emailsOf([row])} />
            </tr>
          ))}
        </tbody>
      </table>
      <Pager
        page={page}
        pageSize={pageSize}
        total={items.length}
        onPage={(to) => show({ page: String(to) })}
        sizes={{
          options: PAGE_SIZES,
          onChoose: (size) => {
            choosePageSize(size);
            show({ page: undefined, pageSize: String(size) });
          },
        }}
      />
      <p className={styles["note"]}>
        <FormattedMessage {...messages.ratesNote} />
      </p>
    </>
  );
}
