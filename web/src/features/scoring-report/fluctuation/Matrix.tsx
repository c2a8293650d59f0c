import type { ReactNode } from "react";
import { FormattedNumber, useIntl } from "react-intl";
import { BANDS } from "../../../lib/bands";
import { Table, type Column } from "../../../ui/Table";
import styles from "./Fluctuation.module.css";
import { sum, type Movement } from "./movement";
import { fluctuationMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The highest first. */
const ORDER = BANDS.map(({ min, max }, band) => ({ band, name: `${min}–${max}` })).reverse();

/** A band, or no score. */
type From = (typeof ORDER)[number] | { readonly band: undefined; readonly name: string };

/** From each band to each band, with entered and left contacts; both totals add up. */
export function Matrix({ movement }: { readonly movement: Movement }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { cells, entered, left, before, after } = movement;
  const to = ({ band, name }: (typeof ORDER)[number]): Column<From> => ({
    head: name,
    number: true,
    cell: ({ band: from }) =>
      from === undefined ? (
        entered[band]
      ) : (
        <span data-same={from === band}>
          <FormattedNumber value={cells[from]?.[band] ?? 0} />
        </span>
      ),
    foot: [formatNumber(after[band] ?? 0)],
  });
  return (
    <Table
      look="figures"
      className={styles["matrix"]}
      caption={messages.matrix}
      rows={[...ORDER, { band: undefined, name: formatMessage(messages.entered) }]}
      rowKey={({ name }) => name}
      columns={[
        { head: "", cell: ({ name }) => name, foot: [formatMessage(wordMessages.total)] },
        ...ORDER.map(to),
        {
          head: messages.left,
          number: true,
          cell: ({ band }) => (band === undefined ? "" : (left[band] ?? 0)),
          foot: [formatNumber(sum(left))],
        },
        {
          head: wordMessages.total,
          number: true,
          cell: ({ band }) => (band === undefined ? sum(entered) : (before[band] ?? 0)),
          foot: [formatNumber(sum(before) + sum(entered))],
        },
      ]}
    />
  );
}
