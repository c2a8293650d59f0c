import type { ReactNode } from "react";
import styles from "./ListTable.module.css";

interface ListTableProps {
  /** Name of the table, read aloud; to the eye the page says it. */
  readonly caption: ReactNode;
  /** Other rows are on their way. */
  readonly busy?: boolean;
  /** The cells of the head. */
  readonly head: ReactNode;
  /** The rows. Their `th` is what the row is of; cells with `data-number` hold figures. */
  readonly children: ReactNode;
}

/**
 * Things in rows. On a phone each is a card: cells stand below the row's name, `data-label` says what they are there,
 * and those with `data-empty` are left out.
 */
export function ListTable({ caption, busy = false, head, children }: ListTableProps): ReactNode {
  return (
    <table className={styles["list"]} aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
