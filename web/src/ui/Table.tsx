import CaretUpFilled from "@ant-design/icons-svg/es/asn/CaretUpFilled";
import { Fragment, isValidElement, useId, type ReactElement, type ReactNode } from "react";
import { FormattedNumber, useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { Icon } from "./Icon";
import { NoValue } from "./NoValue";
import styles from "./Table.module.css";

type Said = ReactElement | string;
type Words = Message | Said;

export interface Column<Row> {
  readonly head: Words;
  /**
   * A number in a column of numbers is written as the language does. Undefined is drawn as no value. Null leaves the
   * room to the cell before it.
   */
  readonly cell: (row: Row) => ReactNode;
  /** Cells of the rows below all others, such as sums. A column without them leaves the room to that before it. */
  readonly foot?: readonly ReactNode[];
  /** Figures of one width, aligned right. */
  readonly number?: boolean;
  /** A head for ears only, boxes to tick, or the menu of the row. */
  readonly kind?: "spoken" | "choice" | "menu";
  /** On a card the value says by itself what it is, without the words of the head. */
  readonly label?: false;
  /** Among figures: words that may take several lines. */
  readonly wrap?: boolean;
  /** Of the cells, not of the head. */
  readonly className?: string | undefined;
  readonly sort?: {
    /** Undefined while the table stands in another order. */
    readonly order: "ascending" | "descending" | undefined;
    readonly onSort: () => void;
  };
}

interface TableProps<Row> {
  /** Name of the table, read aloud; to the eye the page or the heading above it says it. */
  readonly caption: Words;
  /** The first that is no choice names the rows. */
  readonly columns: readonly (Column<Row> | false | undefined)[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, at: number) => string | number;
  /**
   * A list of things, figures, or the sheet of a file. On a phone each row is a card: cells stand below the row's name, and
   * those without a value are left out. Figures and sheets scroll where a wide page has no room for all of their columns.
   */
  readonly look?: "list" | "figures" | "sheet";
  /** Rows of figures are so short that each stays a line on a phone. */
  readonly short?: boolean;
  /** Other rows are on their way. */
  readonly busy?: boolean;
  readonly className?: string | undefined;
  /** More about a row, below it. */
  readonly detail?: (row: Row, at: number) => ReactNode;
}

/** Rows of one kind in columns. */
export function Table<Row>({ look = "list", className = "", detail, ...props }: TableProps<Row>): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const say = (words: Words): Said =>
    typeof words === "string" || isValidElement(words) ? words : formatMessage(words);
  const columns = props.columns
    .filter((column) => column !== false && column !== undefined)
    .map((column) => ({ ...column, head: say(column.head) }));
  const name = columns.find(({ kind }) => kind !== "choice");
  const table = (
    <table
      className={`${styles["table"]} ${styles[look === "figures" ? look : "list"]} ${className}`}
      aria-busy={props.busy}
      data-short={props.short}
    >
      <caption id={id} className="visually-hidden">
        {say(props.caption)}
      </caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <Head key={at} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row, at) => {
          const more = detail?.(row, at);
          return (
            <Fragment key={props.rowKey(row, at)}>
              <Cells columns={columns} name={name} contents={columns.map(({ cell }) => cell(row))} />
              {more && (
                <tr>
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
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
    // From the keyboard only what has the focus scrolls.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles["scroll"]} role="group" aria-labelledby={id} tabIndex={0}>
      {table}
    </div>
  );
}

/** A column whose head is in the person's language. */
interface SaidColumn<Row> extends Column<Row> {
  readonly head: Said;
}

function Head<Row>({ column: { head, number, kind, sort } }: { readonly column: SaidColumn<Row> }): ReactNode {
  // A corner is no head.
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
  readonly columns: readonly SaidColumn<Row>[];
  /** The column that says what a row is of. */
  readonly name: SaidColumn<Row> | undefined;
  readonly contents: readonly ReactNode[];
}

/** A row; null leaves the room to the cell before it. */
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
