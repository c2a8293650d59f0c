import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { isDay, PRESETS, presetOf, rangeOf, type DateRange } from "../lib/date-range";
import styles from "./DateRangePicker.module.css";
import { presetMessages, rangeMessages as messages } from "./range-messages";
import { Select } from "./Select";

interface DateRangePickerProps {
  readonly value: DateRange;
  /** The account's day, which the presets are counted from. */
  readonly today: string;
  readonly onChange: (range: DateRange) => void;
}

const OWN = "own";

/** Days by name, or from one to another. */
export function DateRangePicker({ value, today, onChange }: DateRangePickerProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  // An own range may happen to have the days of a preset.
  const [own, setOwn] = useState(false);
  const preset = own ? undefined : presetOf(value, today);
  const choose = (chosen: string): void => {
    const named = PRESETS.find((one) => one === chosen);
    setOwn(named === undefined);
    if (named) onChange(rangeOf(named, today));
  };
  return (
    <div className={styles["range"]}>
      <label className="visually-hidden" htmlFor={id}>
        <FormattedMessage {...messages.range} />
      </label>
      <Select
        id={id}
        value={preset ?? OWN}
        options={[
          ...PRESETS.map((one) => ({ value: one, label: formatMessage(presetMessages[one]) })),
          { value: OWN, label: formatMessage(messages.own) },
        ]}
        onChange={choose}
      />
      {preset === undefined && <OwnRange value={value} onChange={onChange} />}
    </div>
  );
}

/** Two days; they hold once both are there and in order. */
function OwnRange({ value, onChange }: Pick<DateRangePickerProps, "value" | "onChange">): ReactNode {
  const id = useId();
  const [range, setRange] = useState(value);
  const reversed = isDay(range.start) && isDay(range.end) && range.start > range.end;
  const take = (changed: Partial<DateRange>): void => {
    const next = { ...range, ...changed };
    setRange(next);
    if (isDay(next.start) && isDay(next.end) && next.start <= next.end) onChange(next);
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
