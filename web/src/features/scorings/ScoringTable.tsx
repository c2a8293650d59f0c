import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import type { Channel } from "../../lib/channel";
import { formatMomentDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { NoValue } from "../../ui/NoValue";
import { Pager } from "../../ui/Pager";
import { Score } from "../../ui/Score";
import { SortHeader } from "../../ui/SortHeader";
import { StatusTag } from "../../ui/StatusTag";
import { useMe } from "../session";
import { scoringsMessages } from "./messages";
import { isFinished, type ChannelLine, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";
import { PAGE_SIZE, readView, select, writeView, type SortKey } from "./table-view";

interface ScoringTableProps {
  readonly rows: readonly ScoringRow[];
  /** Reports show the status of no scoring: all are finished. */
  readonly withStatus?: boolean;
  /** Lead scorings count visitors. */
  readonly lead?: boolean;
}

/** Scorings with the newest result of each channel; page, order and filters stand in the address. */
export function ScoringTable({ rows, withStatus = false, lead = false }: ScoringTableProps): ReactNode {
  const { formatMessage, locale } = useIntl();
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const wanted = select(rows, view, locale);
  const page = Math.min(view.page, Math.max(1, Math.ceil(wanted.length / PAGE_SIZE)));
  const show = (change: Partial<typeof view>): void =>
    setSearch(writeView({ ...view, ...change }), { replace: true, preventScrollReset: true });
  const header = (key: SortKey, words: ReactNode): ReactNode => (
    <SortHeader
      order={view.sort === key ? (view.descending ? "descending" : "ascending") : undefined}
      onSort={() => show({ sort: key, descending: view.sort === key && !view.descending, page: 1 })}
    >
      {words}
    </SortHeader>
  );
  return (
    <>
      <table className={styles["table"]}>
        <caption className="visually-hidden">
          {formatMessage(withStatus ? scoringsMessages.listTitle : scoringsMessages.reportsTitle)}
        </caption>
        <thead>
          <tr>
            {header("name", <FormattedMessage {...scoringsMessages.name} />)}
            {withStatus && (
              <th scope="col">
                <FormattedMessage {...scoringsMessages.status} />
              </th>
            )}
            {header("generated", <FormattedMessage {...scoringsMessages.generated} />)}
            <th scope="col">
              <FormattedMessage {...scoringsMessages.channels} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...(lead ? scoringsMessages.visitors : scoringsMessages.scored)} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...scoringsMessages.average} />
            </th>
          </tr>
        </thead>
        <tbody>
          {wanted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((row) => (
            <Row key={row.id} row={row} withStatus={withStatus} />
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={PAGE_SIZE} total={wanted.length} onPage={(to) => show({ page: to })} />
    </>
  );
}

function Row({ row, withStatus }: { readonly row: ScoringRow; readonly withStatus: boolean }): ReactNode {
  const { timeZone } = useMe();
  return (
    <tr>
      <th scope="row" data-cell="name">
        <Name row={row} />
      </th>
      {withStatus && (
        <td data-cell="status">
          <StatusTag status={row.status} />
        </td>
      )}
      <td data-cell="generated" className="number">
        {row.generatedAt ? (
          formatMomentDay(row.generatedAt, timeZone)
        ) : (
          <span className={styles["quiet"]}>
            <FormattedMessage {...scoringsMessages.notYet} />
          </span>
        )}
      </td>
      <td data-cell="channels">
        <Lines row={row} show={(line) => <ChannelName row={row} channel={line.channel} />} />
      </td>
      <td data-cell="scored" data-number>
        <Lines row={row} show={({ result }) => (result ? <FormattedNumber value={result.count} /> : <NoValue />)} />
      </td>
      <td data-cell="average" data-number>
        <Lines
          row={row}
          show={({ result }) => (result && result.count > 0 ? <Score value={result.average} /> : <NoValue />)}
        />
      </td>
    </tr>
  );
}

function Name({ row }: { readonly row: ScoringRow }): ReactNode {
  const { formatMessage } = useIntl();
  if (row.name === "") {
    return (
      <span className={styles["quiet"]}>
        <FormattedMessage {...scoringsMessages.unnamed} />
      </span>
    );
  }
  if (!isFinished(row)) return <span className={styles["name"]}>{row.name}</span>;
  return (
    <Link
      className={styles["name"]}
      to={paths.report(row.id, row.lines[0] ? { channel: row.lines[0].channel } : {})}
      aria-label={formatMessage(scoringsMessages.openReport, { name: row.name })}
    >
      {row.name}
    </Link>
  );
}

function ChannelName({ row, channel }: { readonly row: ScoringRow; readonly channel: Channel }): ReactNode {
  const name = <FormattedMessage {...channelMessages[channel]} />;
  return isFinished(row) ? <Link to={paths.report(row.id, { channel })}>{name}</Link> : name;
}

/** One line for each channel, so that the columns of a scoring with several read across. */
function Lines({
  row,
  show,
}: {
  readonly row: ScoringRow;
  readonly show: (line: ChannelLine) => ReactNode;
}): ReactNode {
  if (row.lines.length === 0) return <NoValue />;
  return row.lines.map((line) => (
    <div key={line.channel} className={styles["line"]}>
      {show(line)}
    </div>
  ));
}
