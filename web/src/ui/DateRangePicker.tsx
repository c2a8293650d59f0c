import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { isDay, isRange, PRESETS, presetOf, rangeOf, type DateRange } from "../lib/date-range";
import styles from "./DateRangePicker.module.css";
import { presetMessages, rangeMessages as messages } from "./range-messages";
import { Select } from "./Select";

interface DateRangePickerProps {
  /** What the days are of, where it is said; otherwise it is a range of days. */
  readonly label?: ReactNode;
  /** What the choice of no days at all is called, where there is one. With it a range may lack an end, which is "". */
  readonly all?: string;
  readonly value: DateRange;
  /** The account's day, which the presets are counted from. */
  readonly today: string;
  readonly onChange: (range: DateRange) => void;
}

const ALL = "all";
const OWN = "own";

/** Days by name, or from one to another. */
export function DateRangePicker({ label, all, value, today, onChange }: DateRangePickerProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  // An own range may happen to have the days of a preset.
  const [own, setOwn] = useState(false);
  const none = all !== undefined && value.start === "" && value.end === "";
  const preset = own ? undefined : none ? ALL : presetOf(value, today);
  const choose = (chosen: string): void => {
    const named = PRESETS.find((one) => one === chosen);
    setOwn(chosen === OWN);
    if (named) onChange(rangeOf(named, today));
    else if (chosen === ALL) onChange({ start: "", end: "" });
  };
  return (
    <div className={styles["range"]}>
      <label className={label === undefined ? "visually-hidden" : undefined} htmlFor={id}>
        {label ?? <FormattedMessage {...messages.range} />}
      </label>
      <Select
        id={id}
        value={preset ?? OWN}
        options={[
          ...(all === undefined ? [] : [{ value: ALL, label: all }]),
          ...PRESETS.map((one) => ({ value: one, label: formatMessage(presetMessages[one]) })),
          { value: OWN, label: formatMessage(messages.own) },
        ]}
        onChange={choose}
      />
      {preset === undefined && <OwnRange value={value} open={all !== undefined} onChange={onChange} />}
    </div>
  );
}

interface OwnRangeProps extends Pick<DateRangePickerProps, "value" | "onChange"> {
  /** Whether one of them may be missing. */
  readonly open: boolean;
}

/** Two days; they hold once they are there and in order. */
function OwnRange({ value, open, onChange }: OwnRangeProps): ReactNode {
  const id = useId();
  const [range, setRange] = useState(value);
  const reversed = isDay(range.start) && isDay(range.end) && !isRange(range);
  const holds = (day: string): boolean => isDay(day) || (open && day === "");
  const take = (changed: Partial<DateRange>): void => {
    const next = { ...range, ...changed };
    setRange(next);
    if (holds(next.start) && holds(next.end) && isRange(next)) onChange(next);
  };
  return (
    <>
      {(["start", "end"] as const).map((edge) => (
        <label key={edge} className={styles["edge"]}>
          <FormattedMessage {...(edge === "start" ? messages.start : messages.end)} />
          <input
            type="date"
            className={styles["day"]}
            value={range[edge]}
            aria-invalid={reversed}
            aria-describedby={reversed ? id : undefined}
            onChange={(event) => take({ [edge]: event.target.value })}
          />
        </label>
      ))}
      {reversed && (
        <span id={id} role="alert" className={styles["wrong"]}>
          <FormattedMessage {...messages.reversed} />
        </span>
      )}
    </>
  );
}
