import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { isDay, isRange, type DateRange } from "../../lib/date-range";
import { useOwn } from "../use-own";
import { AntdScope } from "./AntdScope";
import styles from "./DateRange.module.css";
import { rangeMessages as messages } from "./messages";
import { usePickerLocale } from "./picker-locale";

/** The format of days on screen, followed by other accepted input formats. */
const FORMATS = ["DD/MM/YYYY", "D/M/YYYY", "DD.MM.YYYY", "D.M.YYYY", "YYYY-MM-DD"];
/** The server accepts no earlier day. */
const FIRST = dayjs("1970-01-01");

interface OwnRangeProps {
  readonly value: DateRange;
  /** Whether one end may be missing; it is then "". */
  readonly open: boolean;
  readonly onChange: (range: DateRange) => void;
}

/** Two days; they are applied once both are set and in order. */
export function OwnRange({ value, open, onChange }: OwnRangeProps): ReactNode {
  const id = useId();
  const locale = usePickerLocale();
  const [range, setRange] = useOwn(value);
  const reversed = isDay(range.start) && isDay(range.end) && !isRange(range);
  const take = (edge: keyof DateRange, day: string): void => {
    const next = { ...range, [edge]: day };
    setRange(next);
    if (isRange(next)) onChange(next);
  };
  return (
    <div className={styles["range"]}>
      {(["start", "end"] as const).map((edge) => (
        <div key={edge} className={styles["edge"]}>
          <label htmlFor={`${id}-${edge}`}>
            <FormattedMessage {...(edge === "start" ? messages.start : messages.end)} />
          </label>
          <AntdScope>
            <DatePicker
              id={`${id}-${edge}`}
              className={styles["day"] ?? ""}
              classNames={{ popup: { root: styles["calendar"] ?? "" } }}
              locale={locale}
              format={FORMATS}
              minDate={FIRST}
              placeholder=""
              allowClear={open}
              value={isDay(range[edge]) ? dayjs(range[edge]) : null}
              {...(reversed ? { status: "error", "aria-invalid": true, "aria-describedby": id } : {})}
              onChange={(day) => take(edge, day?.format("YYYY-MM-DD") ?? "")}
            />
          </AntdScope>
        </div>
      ))}
      {reversed && (
        <span id={id} role="alert" className={styles["wrong"]}>
          <FormattedMessage {...messages.reversed} />
        </span>
      )}
    </div>
  );
}
