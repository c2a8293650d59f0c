import { Table, type TableColumnsType } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import type { Channel } from "../../lib/channel";
import { formatMomentDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { NoValue } from "../../ui/NoValue";
import { Score } from "../../ui/Score";
import { StatusTag } from "../../ui/StatusTag";
import { useMe } from "../session";
import { scoringsMessages } from "./messages";
import { isFinished, type ChannelLine, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";
import { PAGE_SIZE, readView, SORT_KEYS, writeView } from "./table-view";

interface ScoringTableProps {
  readonly rows: readonly ScoringRow[];
  /** Reports show the status of no scoring: all are finished. */
  readonly withStatus?: boolean;
  /** Lead scorings count visitors. */
  readonly lead?: boolean;
}

/** Scorings with the newest result of each channel; page and order stand in the address. */
export function ScoringTable({ rows, withStatus = false, lead = false }: ScoringTableProps): ReactNode {
  const { formatMessage, locale } = useIntl();
  const { timeZone } = useMe();
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const collator = new Intl.Collator(locale);
  const orderOf = (key: (typeof SORT_KEYS)[number]): "ascend" | "descend" | null =>
    view.sort === key ? (view.descending ? "descend" : "ascend") : null;

  const columns: TableColumnsType<ScoringRow> = [
    {
      key: "name",
      title: <FormattedMessage {...scoringsMessages.name} />,
      sorter: (a, b) => collator.compare(a.name, b.name),
      sortOrder: orderOf("name"),
      rowScope: "row",
      render: (_, row) => <Name row={row} />,
    },
    ...(withStatus
      ? [
          {
            key: "status",
            title: <FormattedMessage {...scoringsMessages.status} />,
            render: (_: unknown, row: ScoringRow) => <StatusTag status={row.status} />,
          },
        ]
      : []),
    {
      key: "generated",
      title: <FormattedMessage {...scoringsMessages.generated} />,
      sorter: (a, b) => (a.generatedAt?.getTime() ?? 0) - (b.generatedAt?.getTime() ?? 0),
      sortOrder: orderOf("generated"),
      className: "number",
      render: (_, row) =>
        row.generatedAt ? (
          formatMomentDay(row.generatedAt, timeZone)
        ) : (
          <span className={styles["quiet"]}>
            <FormattedMessage {...scoringsMessages.notYet} />
          </span>
        ),
    },
    {
      key: "channels",
      title: <FormattedMessage {...scoringsMessages.channels} />,
      render: (_, row) => <Lines row={row} show={(line) => <ChannelName row={row} channel={line.channel} />} />,
    },
    {
      key: "scored",
      align: "right",
      className: "number",
      title: <FormattedMessage {...(lead ? scoringsMessages.visitors : scoringsMessages.scored)} />,
      render: (_, row) => (
        <Lines row={row} show={({ result }) => (result ? <FormattedNumber value={result.count} /> : <NoValue />)} />
      ),
    },
    {
      key: "average",
      align: "right",
      title: <FormattedMessage {...scoringsMessages.average} />,
      render: (_, row) => (
        <Lines
          row={row}
          show={({ result }) => (result && result.count > 0 ? <Score value={result.average} /> : <NoValue />)}
        />
      ),
    },
  ];

  return (
    <Table<ScoringRow>
      className={styles["table"] ?? ""}
      columns={columns}
      dataSource={rows}
      rowKey="id"
      scroll={{ x: "max-content" }}
      showSorterTooltip={false}
      pagination={{
        current: view.page,
        pageSize: PAGE_SIZE,
        showSizeChanger: false,
        showTotal: (total, [start, end]) => formatMessage(scoringsMessages.footer, { start, end, total }),
      }}
      onChange={(pagination, _filters, sorter) => {
        const sorted = Array.isArray(sorter) ? sorter[0] : sorter;
        setSearch(
          writeView({
            page: pagination.current ?? 1,
            sort: SORT_KEYS.find((key) => sorted?.order && key === sorted.columnKey),
            descending: sorted?.order === "descend",
          }),
          { replace: true, preventScrollReset: true },
        );
      }}
    />
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
      to={paths.report(row.id)}
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
