import { useId, type ReactNode } from "react";
import styles from "./DataTable.module.css";

interface DataTableProps {
  /** Name of the table, read aloud; to the eye the heading above it says it. */
  readonly caption: ReactNode;
  readonly children: ReactNode;
}

/** A small plain table of numbers. Cells with `data-number` are aligned right with figures of one width. */
export function DataTable({ caption, children }: DataTableProps): ReactNode {
  const id = useId();
  return (
    // Where it is wider than the page it scrolls, and from the keyboard only what has the focus does.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles["scroll"]} role="group" aria-labelledby={id} tabIndex={0}>
      <table className={styles["table"]}>
        <caption id={id} className="visually-hidden">
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}
