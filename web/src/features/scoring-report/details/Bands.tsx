import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import { percentInColumn } from "../../../i18n/format";
import { formatDay } from "../../../lib/dates";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { lazyPart } from "../../../ui/lazy-part";
import { NoValue } from "../../../ui/NoValue";
import { Skeleton } from "../../../ui/Skeleton";
import { useReport } from "../report/use-report";
import { reportMessages } from "../report/messages";
import { bandRows, sumOf, type BandRow } from "../model/bands";
import { useSelection } from "../report/selection";
import styles from "./Bands.module.css";

const BandsChart = lazyPart(async () => (await import("../charts/BandsChart")).BandsChart, <Skeleton rows={7} />);

/** The five bands twice: as a picture and as a table with the same numbers. */
export function Bands({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const { channel } = useReport();
  const web = channel === "web";
  return (
    <Card
      title={<FormattedMessage {...reportMessages.bands} />}
      description={<FormattedMessage {...(web ? reportMessages.bandsTextWeb : reportMessages.bandsText)} />}
    >
      <div className={styles["twins"]}>
        <div className={styles["chart"]}>
          <BandsChart rows={rows} />
        </div>
        <BandTable rows={rows} />
      </div>
    </Card>
  );
}

interface Column {
  readonly key: string;
  readonly title: ReactNode;
  readonly of: (row: BandRow) => number;
}

/** The bands with their numbers; what is ticked here goes into groups. */
function BandTable({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const intl = useIntl();
  const { partition, channel, before } = useReport();
  const { bands: ticked, toggleBand } = useSelection();
  const web = channel === "web";
  const column = (key: "known" | "unknown" | "newCount", title: ReactNode): Column => ({
    key,
    title,
    of: (row) => row[key] ?? 0,
  });
  const columns = web
    ? [
        column("known", <FormattedMessage {...reportMessages.known} />),
        column("unknown", <FormattedMessage {...reportMessages.unknown} />),
      ]
    : [column("newCount", <FormattedMessage {...reportMessages.newCount} />)];
  return (
    <DataTable caption={<FormattedMessage {...reportMessages.bands} />}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage {...reportMessages.band} />
          </th>
          <th scope="col" className={styles["range"]}>
            <FormattedMessage {...reportMessages.range} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...(web ? reportMessages.countVisitors : reportMessages.count)} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...reportMessages.share} />
          </th>
          {before && (
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.changeSince} values={{ date: formatDay(before.date).slice(0, 5) }} />
            </th>
          )}
          {columns.map(({ key, title }) => (
            <th key={key} scope="col" data-number>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <th scope="row">
              <label className={styles["tick"]}>
                <input
                  type="checkbox"
                  checked={ticked.includes(row.key)}
                  onChange={() => toggleBand(row.key)}
                  data-screen
                />
                <span className={styles["swatch"]} data-band={index + 1} aria-hidden />
                <FormattedMessage {...bandMessages[row.key]} />
              </label>
            </th>
            <td className={`number ${styles["range"]}`}>
              <FormattedMessage {...reportMessages.rangeValue} values={{ min: row.min, max: row.max }} />
            </td>
            <td data-number>
              <FormattedNumber value={row.count} />
            </td>
            <td data-number>{percentInColumn(intl, row.percent)}</td>
            {before && (
              <td data-number>
                <Change now={row.count} pick={(earlier) => earlier[index]?.count ?? 0} />
              </td>
            )}
            {columns.map(({ key, of }) => (
              <td key={key} data-number>
                <FormattedNumber value={of(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <FormattedMessage {...reportMessages.total} />
          </th>
          <td className={styles["range"]} />
          <td data-number>
            <FormattedNumber value={partition.emailCount} />
          </td>
          <td data-number>{percentInColumn(intl, partition.emailCount > 0 ? 100 : 0)}</td>
          {before && (
            <td data-number>
              <Change now={partition.emailCount} pick={(earlier) => sumOf(earlier, ({ count }) => count)} />
            </td>
          )}
          {columns.map(({ key, of }) => (
            <td key={key} data-number>
              <FormattedNumber value={sumOf(rows, of)} />
            </td>
          ))}
        </tr>
      </tfoot>
    </DataTable>
  );
}

interface ChangeProps {
  readonly now: number;
  readonly pick: (earlier: readonly BandRow[]) => number;
}

/** By how much a count has changed since the date before; it comes later than the count. */
function Change(props: ChangeProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Changed {...props} />
    </Suspense>
  );
}

function Changed({ now, pick }: ChangeProps): ReactNode {
  const { before } = useReport();
  const earlier = before && use(before.load());
  return earlier ? <FormattedNumber value={now - pick(bandRows(earlier))} signDisplay="exceptZero" /> : <NoValue />;
}
