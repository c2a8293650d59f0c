import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { nameFault, NAME_MAX } from "../../i18n/scoring-name";
import type { Channel } from "../../lib/channel";
import { formatTime } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { ACTIVE, INACTIVE } from "../../lib/status";
import { usePreferenceStore } from "../../stores/preference-store";
import { Button } from "../../ui/Button";
import { BandBar, BandLegend } from "../../ui/charts/BandBar";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { NoValue } from "../../ui/NoValue";
import { Pager } from "../../ui/Pager";
import { RenameField } from "../../ui/RenameField";
import { StatePanel } from "../../ui/StatePanel";
import { StatusTag } from "../../ui/StatusTag";
import { Table, type Column } from "../../ui/Table";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import type { ListActions } from "./actions";
import { AverageCell, AverageLabel } from "./AverageCell";
import { Filters } from "./Filters";
import { scoringsMessages, stateMessages } from "./messages";
import { NameLink } from "./NameCell";
import { RowMenu } from "./RowMenu";
import { isFinished, type ChannelLine, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";
import { StateCell } from "./StateCell";
import { readView, searchOf, select, type SortKey } from "./table-view";
import { wordMessages } from "../../i18n/word-messages";
import { pageWithin } from "../../lib/page-sizes";

interface ScoringTableProps {
  readonly rows: readonly ScoringRow[];
  readonly caption: Message;
  readonly actions: ListActions;
}

/** Scorings, with search, filter and actions; page, order and filters are in the address. */
export function ScoringTable({ rows, caption, actions }: ScoringTableProps): ReactNode {
  const { formatMessage, formatNumber, locale } = useIntl();
  const { timeZone } = useMe();
  /** The id of the scoring that is being renamed. */
  const [renaming, setRenaming] = useState<string>();
  const [search, setSearch] = useSearchParams();
  const pageSize = usePreferenceStore((state) => state.pageSize);
  const view = readView(search);
  const wanted = select(rows, view, locale);
  const page = pageWithin(view.page, wanted.length, pageSize);
  const showAt = useShow({ replace: true });
  const show = (change: Partial<typeof view>): void => showAt((newest) => searchOf({ ...readView(newest), ...change }));
  const sortBy = (key: SortKey): Column<ScoringRow>["sort"] => ({
    order: view.sort === key ? (view.descending ? "descending" : "ascending") : undefined,
    onSort: () => show({ sort: key, descending: view.sort === key && !view.descending, page: 1 }),
  });
  return (
    <>
      <Filters rows={rows} />
      <Card flush>
        {wanted.length === 0 ? (
          <StatePanel
            icon={<Icon of={SearchOutlined} />}
            title={wordMessages.noMatch}
            actions={<Button label={wordMessages.clearFilters} onClick={() => setSearch({}, { replace: true })} />}
          />
        ) : (
          <>
            <Table
              className={styles["table"]}
              caption={caption}
              rows={wanted.slice((page - 1) * pageSize, page * pageSize)}
              rowKey={({ id }) => id}
              columns={[
                {
                  head: wordMessages.name,
                  sort: sortBy("name"),
                  cell: (row) =>
                    row.id === renaming ? (
                      <RenameField
                        label={formatMessage(wordMessages.name)}
                        name={row.name}
                        maxLength={NAME_MAX * 2}
                        check={nameFault}
                        onName={(name) => actions.rename(row, name)}
                        onClose={() => setRenaming(undefined)}
                      />
                    ) : (
                      <NameLink row={row} />
                    ),
                },
                {
                  head: scoringsMessages.status,
                  label: false,
                  className: styles["status"],
                  cell: ({ status }) => <StatusTag status={status} />,
                },
                {
                  head: wordMessages.channel,
                  label: false,
                  className: styles["channels"],
                  cell: (row) => <Lines row={row} show={(line) => <ChannelName row={row} channel={line.channel} />} />,
                },
                {
                  head: scoringsMessages.scored,
                  number: true,
                  className: styles["scored"],
                  cell: (row) => (
                    <Lines
                      row={row}
                      show={({ result }) =>
                        result ? (
                          <>
                            {formatNumber(result.count)}
                            <span className={styles["bands"]}>
                              <BandBar counts={result.bands} />
                            </span>
                          </>
                        ) : (
                          <NoValue />
                        )
                      }
                    />
                  ),
                },
                {
                  head: scoringsMessages.average,
                  label: false,
                  className: styles["average"],
                  cell: (row) => (
                    <>
                      <AverageLabel lines={row.lines} />
                      <Lines row={row} show={(line) => <AverageCell line={line} />} />
                    </>
                  ),
                },
                {
                  head: scoringsMessages.calculation,
                  label: false,
                  className: styles["generated"],
                  sort: sortBy("generated"),
                  cell: (row) => <StateCell row={row} onRetry={() => void actions.calculate(row)} />,
                },
                {
                  head: scoringsMessages.tonight,
                  className: styles["tonight"],
                  cell: ({ status, nextAt }) =>
                    status === ACTIVE
                      ? nextAt && formatTime(nextAt, timeZone)
                      : status === INACTIVE
                        ? formatMessage(stateMessages.off)
                        : undefined,
                },
                {
                  head: wordMessages.actions,
                  kind: "menu",
                  cell: (row) => <RowMenu row={row} actions={actions} onRename={() => setRenaming(row.id)} />,
                },
              ]}
            />
            <Pager
              page={page}
              pageSize={pageSize}
              total={wanted.length}
              onPage={(to) => show({ page: to })}
              onSize={() => show({ page: 1 })}
            />
          </>
        )}
      </Card>
      {wanted.some(isFinished) && (
        <div className={styles["legend"]}>
          <BandLegend />
        </div>
      )}
    </>
  );
}

function ChannelName({ row, channel }: { readonly row: ScoringRow; readonly channel: Channel }): ReactNode {
  const name = <FormattedMessage {...channelMessages[channel]} />;
  return isFinished(row) ? <Link to={paths.report(row.id, { scoringType: channel })}>{name}</Link> : name;
}

/** One line for each channel, so that the columns of a scoring with several form rows. */
function Lines({
  row,
  show,
}: {
  readonly row: ScoringRow;
  readonly show: (line: ChannelLine) => ReactNode;
}): ReactNode {
  if (row.lines.length === 0) return <NoValue />;
  return row.lines.map((line) => (
    <div key={line.channel} className={styles["line"]} data-result={line.result && ""}>
      {show(line)}
    </div>
  ));
}
