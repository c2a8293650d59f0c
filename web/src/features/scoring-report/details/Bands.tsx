import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { BandChart } from "./BandChart";
import styles from "./Bands.module.css";
import { percentInColumn } from "../../../i18n/format";
import { reportMessages } from "../messages";
import { newContacts, type BandRow } from "../model/bands";

interface BandsProps {
  readonly rows: readonly BandRow[];
  readonly total: number;
  readonly web: boolean;
}

/** The five bands twice: as a picture and as a table with the same numbers. */
export function Bands({ rows, total, web }: BandsProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Card
      title={<FormattedMessage {...reportMessages.bands} />}
      description={<FormattedMessage {...(web ? reportMessages.bandsTextWeb : reportMessages.bandsText)} />}
    >
      <div className={styles["twins"]}>
        <div role="img" aria-label={formatMessage(reportMessages.chart)}>
          <BandChart rows={rows} web={web} />
        </div>
        <BandTable rows={rows} total={total} web={web} />
      </div>
    </Card>
  );
}

function BandTable({ rows, total, web }: BandsProps): ReactNode {
  const intl = useIntl();
  const sum = (pick: (row: BandRow) => number | undefined): number =>
    rows.reduce((before, row) => before + (pick(row) ?? 0), 0);
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
          {web ? (
            <>
              <th scope="col" data-number>
                <FormattedMessage {...reportMessages.known} />
              </th>
              <th scope="col" data-number>
                <FormattedMessage {...reportMessages.unknown} />
              </th>
            </>
          ) : (
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.fresh} />
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <th scope="row">
              <span className={styles["swatch"]} data-band={index + 1} aria-hidden />
              <FormattedMessage {...bandMessages[row.key]} />
            </th>
            <td className={`number ${styles["range"]}`}>
              <FormattedMessage {...reportMessages.rangeValue} values={{ min: row.min, max: row.max }} />
            </td>
            <td data-number>
              <FormattedNumber value={row.count} />
            </td>
            <td data-number>{percentInColumn(intl, row.percent)}</td>
            {web ? (
              <>
                <td data-number>
                  <FormattedNumber value={row.known ?? 0} />
                </td>
                <td data-number>
                  <FormattedNumber value={row.unknown ?? 0} />
                </td>
              </>
            ) : (
              <td data-number>
                <FormattedNumber value={row.newCount} />
              </td>
            )}
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
            <FormattedNumber value={total} />
          </td>
          <td data-number>{percentInColumn(intl, total > 0 ? 100 : 0)}</td>
          {web ? (
            <>
              <td data-number>
                <FormattedNumber value={sum((row) => row.known)} />
              </td>
              <td data-number>
                <FormattedNumber value={sum((row) => row.unknown)} />
              </td>
            </>
          ) : (
            <td data-number>
              <FormattedNumber value={newContacts(rows)} />
            </td>
          )}
        </tr>
      </tfoot>
    </DataTable>
  );
}
