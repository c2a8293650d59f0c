import CaretUpFilled from "@ant-design/icons-svg/es/asn/CaretUpFilled";
import { Fragment, isValidElement, useId, type ReactElement, type ReactNode } from "react";
import { FormattedNumber, useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { Icon } from "./Icon";
import { tableMessages } from "./messages";
import { NoValue } from "./NoValue";
import styles from "./Table.module.css";

type Label = ReactElement | string;
type Caption = Message | Label;

export interface Column<Row> {
  readonly head: Caption;
  /**
   * A number in a number column is formatted in the current language. Undefined is drawn as no value. With null the
   * preceding cell extends over this one.
   */
  readonly cell: (row: Row) => ReactNode;
  /** The cells of the rows at the foot, such as sums. The preceding column extends over a column without them. */
  readonly foot?: readonly ReactNode[];
  /** Tabular figures, aligned right. */
  readonly number?: boolean;
  /** A column with a header for screen readers only, with checkboxes, or with the menu of the row. */
  readonly kind?: "spoken" | "choice" | "menu";
  /** On a card the value is clear without the label of the header. */
  readonly label?: false;
  /** In tables of figures: text that may wrap. */
  readonly wrap?: boolean;
  /** The class of the cells, not of the header. */
  readonly className?: string | undefined;
  readonly sort?: {
    /** Undefined while the table is sorted by another column. */
    readonly order: "ascending" | "descending" | undefined;
    readonly onSort: () => void;
  };
}

interface TableProps<Row> {
  /** The name of the table for screen readers; on screen it is the heading of the page or above the table. */
  readonly caption: Caption;
  /** The first column that is not a choice names the rows. */
  readonly columns: readonly (Column<Row> | false | undefined)[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, at: number) => string | number;
  /**
   * A list of items, figures, or the sheet of a file. On a phone each row is a card: cells are below the row's name,
   * and empty ones are omitted; figures in narrow columns stay a table, and facts have a line each. All but lists scroll
   * if their columns do not fit.
   */
  readonly look?: "list" | "figures" | "facts" | "narrow" | "sheet";
  /** Rows of figures are short enough to stay on one line on a phone. */
  readonly short?: boolean;
  /** Other rows are loading. */
  readonly busy?: boolean;
  readonly className?: string | undefined;
  /** The heading of a row's section, shown where it differs from that of the row above. */
  readonly section?: (row: Row) => string;
  /** Details of a row, below it. */
  readonly detail?: (row: Row, at: number) => ReactNode;
}

const CARDS = styles["cards"] ?? "";
const LOOKS = {
  list: `${styles["list"]} ${CARDS}`,
  sheet: `${styles["list"]} ${CARDS}`,
  figures: `${styles["figures"]} ${CARDS} ${styles["pairs"]}`,
  facts: `${styles["figures"]} ${CARDS} ${styles["lines"]}`,
  narrow: `${styles["figures"]} ${styles["narrow"]}`,
};

/** A table of rows of one kind. */
export function Table<Row>({ look = "list", className = "", detail, section, ...props }: TableProps<Row>): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const labelOf = (words: Caption): Label =>
    typeof words === "string" || isValidElement(words) ? words : formatMessage(words);
  const columns = props.columns
    .filter((column) => column !== false && column !== undefined)
    .map((column) => ({ ...column, head: labelOf(column.head) }));
  const name = columns.find(({ kind }) => kind !== "choice");
  const bodies: { readonly key: string; readonly heading: string | undefined; readonly lines: ReactNode[] }[] = [];
  if (!section) bodies.push({ key: "", heading: undefined, lines: [] });
  for (const [at, row] of props.rows.entries()) {
    const heading = section?.(row);
    if (heading !== undefined && bodies.at(-1)?.heading !== heading) {
      // The same heading may come again further down.
      const before = bodies.filter((body) => body.heading === heading).length;
      bodies.push({ key: `${heading} ${before}`, heading, lines: [] });
    }
    const more = detail?.(row, at);
    bodies.at(-1)?.lines.push(
      <Fragment key={props.rowKey(row, at)}>
        <Cells columns={columns} name={name} contents={columns.map(({ cell }) => cell(row))} />
        {more && (
          <tr>
            <td colSpan={columns.length}>{more}</td>
          </tr>
        )}
      </Fragment>,
    );
  }
  const table = (
    <table className={`${styles["table"]} ${LOOKS[look]} ${className}`} aria-busy={props.busy} data-short={props.short}>
      <caption id={id} className="visually-hidden">
        {labelOf(props.caption)}
      </caption>
      <thead>
        <tr data-sort={columns.some(({ sort }) => sort) ? formatMessage(tableMessages.sortBy) : undefined}>
          {columns.map((column, at) => (
            <Head key={at} column={column} />
          ))}
        </tr>
      </thead>
      {bodies.map(({ key, heading, lines }) => (
        <tbody key={key}>
          {heading !== undefined && (
            <tr data-section>
              <th scope="rowgroup" colSpan={columns.length}>
                {heading}
              </th>
            </tr>
          )}
          {lines}
        </tbody>
      ))}
      {name?.foot && (
        <tfoot>
          {name.foot.map((_, at) => (
            <Cells key={at} columns={columns} name={name} contents={columns.map(({ foot }) => foot?.[at] ?? null)} />
          ))}
        </tfoot>
      )}
    </table>
  );
  if (look === "list") return table;
  return (
    // With the keyboard only a focused element can be scrolled.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles["scroll"]} role="group" aria-labelledby={id} tabIndex={0}>
      {table}
    </div>
  );
}

/** A column with its header in the user's language. */
interface LabelledColumn<Row> extends Column<Row> {
  readonly head: Label;
}

function Head<Row>({ column: { head, number, kind, sort } }: { readonly column: LabelledColumn<Row> }): ReactNode {
  // An empty corner is not a header.
  if (head === "") return <td />;
  return (
    <th scope="col" data-number={number} data-kind={kind} aria-sort={sort && (sort.order ?? "none")}>
      {sort ? (
        <button type="button" className={styles["sort"]} data-order={sort.order} onClick={sort.onSort}>
          {head}
          <Icon of={CaretUpFilled} className={styles["arrow"] ?? ""} />
        </button>
      ) : kind === "spoken" || kind === "menu" ? (
        <span className="visually-hidden">{head}</span>
      ) : (
        head
      )}
    </th>
  );
}

interface CellsProps<Row> {
  readonly columns: readonly LabelledColumn<Row>[];
  /** The column that names the row. */
  readonly name: LabelledColumn<Row> | undefined;
  readonly contents: readonly ReactNode[];
}

/** A row; with null the preceding cell extends over this one. */
function Cells<Row>({ columns, name, contents }: CellsProps<Row>): ReactNode {
  return (
    <tr>
      {columns.map((column, at) => {
        const { head, number, kind, label, wrap, className } = column;
        const content = contents[at];
        if (content === null) return null;
        const next = contents.findIndex((other, place) => place > at && other !== null);
        const As = column === name ? "th" : "td";
        const span = (next < 0 ? columns.length : next) - at;
        return (
          <As
            key={at}
            className={className}
            scope={column === name ? "row" : undefined}
            colSpan={span}
            data-number={number}
            data-kind={kind}
            data-wrap={wrap}
            data-wide={span > 1 || undefined}
            data-empty={(content ?? "") === "" || undefined}
            data-label={
              span === 1 && kind === undefined && label !== false && typeof head === "string" ? head : undefined
            }
          >
            {number && typeof content === "number" ? <FormattedNumber value={content} /> : (content ?? <NoValue />)}
          </As>
        );
      })}
    </tr>
  );
}
