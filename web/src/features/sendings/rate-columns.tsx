import { FormattedNumber, useIntl } from "react-intl";
import { percentInColumn } from "../../i18n/format";
import { NoValue } from "../../ui/NoValue";
import type { Column } from "../../ui/Table";
import { countMessages } from "./messages";
import { OUTCOMES, ratesOf, type Counts } from "./rates";
import styles from "./Sendings.module.css";

/** The columns of sendings and outcomes, each count with its share. */
export function useRateColumns<Row extends Counts>(emailsOf: (row: Row) => number): readonly Column<Row>[] {
  const intl = useIntl();
  return [
    { head: countMessages.sent, number: true, className: styles["sent"], cell: ({ sent }) => sent },
    ...OUTCOMES.map((name): Column<Row> => ({
      head: countMessages[name],
      number: true,
      cell: (row) => {
        const rate = ratesOf(row, emailsOf(row))[name];
        return rate ? (
          <>
            <FormattedNumber value={rate.count} />{" "}
            <span className={styles["rate"]}>{percentInColumn(intl, rate.percent)}</span>
          </>
        ) : (
          <NoValue />
        );
      },
    })),
  ];
}
