import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import { nameFault, NAME_MAX } from "../../i18n/scoring-name";
import type { Channel } from "../../lib/channel";
import { formatMomentDay } from "../../lib/dates";
import { PAGE_SIZES } from "../../lib/page-sizes";
import { paths } from "../../lib/paths";
import { choosePageSize, usePreferenceStore } from "../../stores/preference-store";
import { NoValue } from "../../ui/NoValue";
import { Pager } from "../../ui/Pager";
import { RenameField } from "../../ui/RenameField";
import { Score } from "../../ui/Score";
import { SortHeader } from "../../ui/SortHeader";
import { StatusTag } from "../../ui/StatusTag";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import type { ListActions } from "./actions";
import { scoringsMessages, routeMessages } from "./messages";
import { NameLink } from "./NameCell";
import { RowMenu } from "./RowMenu";
import { isFinished, type ChannelLine, type ScoringRow } from "./rows";
import styles from "./ScoringTable.module.css";
import { StateCell } from "./StateCell";
import { readView, searchOf, select, type SortKey } from "./table-view";

interface ScoringTableProps {
  readonly rows: readonly ScoringRow[];
  /** Reports show the status of no scoring: all are finished. */
  readonly withStatus?: boolean;
  /** Lead scorings count visitors. */
  readonly lead?: boolean;
  /** What can be done with a row; without them the table only shows. */
  readonly actions?: ListActions;
}

/** Scorings with the newest result of each channel; page, order and filters stand in the address. */
export function ScoringTable({ rows, withStatus = false, lead = false, actions }: ScoringTableProps): ReactNode {
  const { formatMessage, locale } = useIntl();
  const [search] = useSearchParams();
  const pageSize = usePreferenceStore((state) => state.pageSize);
  const view = readView(search);
  const wanted = select(rows, view, locale);
  const page = Math.min(view.page, Math.max(1, Math.ceil(wanted.length / pageSize)));
  const showAt = useShow({ replace: true });
  const show = (change: Partial<typeof view>): void => showAt((newest) => searchOf({ ...readView(newest), ...change }));
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
          {formatMessage(withStatus ? routeMessages.listTitle : routeMessages.reportsTitle)}
        </caption>
        <thead>
          <tr>
            {header("name", <FormattedMessage {...scoringsMessages.name} />)}
            {withStatus && (
              <th scope="col">
                <FormattedMessage {...scoringsMessages.status} />
              </th>
            )}
            <th scope="col">
              <FormattedMessage {...scoringsMessages.channels} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...(lead ? scoringsMessages.visitors : scoringsMessages.scored)} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...scoringsMessages.average} />
            </th>
            {header(
              "generated",
              <FormattedMessage {...(actions ? scoringsMessages.calculation : scoringsMessages.generated)} />,
            )}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">
                  <FormattedMessage {...scoringsMessages.actions} />
                </span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {wanted.slice((page - 1) * pageSize, page * pageSize).map((row) => (
            <Row key={row.id} row={row} withStatus={withStatus} actions={actions} />
          ))}
        </tbody>
      </table>
      <Pager
        page={page}
        pageSize={pageSize}
        total={wanted.length}
        onPage={(to) => show({ page: to })}
        sizes={{
          options: PAGE_SIZES,
          onChoose: (size) => {
            choosePageSize(size);
            show({ page: 1 });
          },
        }}
      />
    </>
  );
}

interface RowProps {
  readonly row: ScoringRow;
  readonly withStatus: boolean;
  readonly actions: ListActions | undefined;
}

function Row({ row, withStatus, actions }: RowProps): ReactNode {
  const { timeZone } = useMe();
  const { formatMessage } = useIntl();
  const [renaming, setRenaming] = useState(false);
  const cell = useRef<HTMLTableCellElement>(null);
  const close = (): void => {
    flushSync(() => setRenaming(false));
    // The field that had the focus is gone.
    if (document.activeElement === document.body) cell.current?.querySelector("a")?.focus();
  };
  return (
    <tr>
      <th ref={cell} scope="row" data-cell="name">
        {renaming && actions ? (
          <RenameField
            label={formatMessage(scoringsMessages.name)}
            name={row.name}
            maxLength={NAME_MAX * 2}
            check={nameFault}
            onName={(name) => actions.rename(row, name)}
            onClose={close}
          />
        ) : (
          <NameLink row={row} />
        )}
      </th>
      {withStatus && (
        <td data-cell="status">
          <StatusTag status={row.status} />
        </td>
      )}
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
      <td data-cell="generated" className="number">
        {actions ? (
          <StateCell row={row} onRetry={() => void actions.calculate(row)} />
        ) : (
          row.generatedAt && formatMomentDay(row.generatedAt, timeZone)
        )}
      </td>
      {actions && (
        <td data-cell="menu">
          <RowMenu row={row} actions={actions} onRename={() => setRenaming(true)} />
        </td>
      )}
    </tr>
  );
}

function ChannelName({ row, channel }: { readonly row: ScoringRow; readonly channel: Channel }): ReactNode {
  const name = <FormattedMessage {...channelMessages[channel]} />;
  return isFinished(row) ? <Link to={paths.report(row.id, { scoringType: channel })}>{name}</Link> : name;
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
