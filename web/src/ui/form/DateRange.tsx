import CalendarOutlined from "@ant-design/icons-svg/es/asn/CalendarOutlined";
import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { PRESETS, presetOf, rangeOf, type DateRange as Days } from "../../lib/date-range";
import { formatDay } from "../../lib/dates";
import type { Message } from "../../i18n/define-messages";
import { Button } from "../Button";
import styles from "./DateRange.module.css";
import { presetMessages, rangeMessages as messages } from "./messages";
import { lazyPart } from "../lazy-part";
import { Icon } from "../Icon";
import { Select } from "../Select";

interface DateRangeProps {
  /** The label; by default that of a date range. */
  readonly label?: Message;
  /** The label of the option without any dates, if there is one. With it a range may lack an end, which is then "". */
  readonly all?: string;
  readonly value: Days;
  /** The current day of the account, on which the presets are based. */
  readonly today: string;
  readonly onChange: (range: Days) => void;
}

/** A custom range needs a calendar, which is rarely opened. */
const OwnRange = lazyPart(
  async () => (await import("./OwnRange")).OwnRange,
  ({ value }) => <span className={styles["coming"]}>{daysIn(value)}</span>,
);

const ALL = "all";
const OWN = "own";

/** A date range: a preset, whose days are shown and open a custom range, or from one day to another. */
export function DateRange({ label, all, value, today, onChange }: DateRangeProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  // A custom range may equal a preset. It is custom before and after its own change, but not after another.
  const [own, setOwn] = useState<readonly string[]>([]);
  const none = all !== undefined && value.start === "" && value.end === "";
  const preset = own.includes(textOf(value)) ? undefined : none ? ALL : presetOf(value, today);
  const choose = (chosen: string): void => {
    const named = PRESETS.find((one) => one === chosen);
    setOwn(chosen === OWN ? [textOf(value)] : []);
    if (named) onChange(rangeOf(named, today));
    else if (chosen === ALL) onChange({ start: "", end: "" });
  };
  return (
    <div className={styles["range"]}>
      <label className={label === undefined ? "visually-hidden" : "quiet"} htmlFor={id}>
        <FormattedMessage {...(label ?? messages.range)} />
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
      {preset !== undefined && preset !== ALL && (
        <Button
          icon={<Icon of={CalendarOutlined} />}
          aria-label={formatMessage(messages.change, { days: daysIn(value) })}
          onClick={() => {
            choose(OWN);
            // The button disappears; the fields of the days follow the choice.
            document.getElementById(id)?.focus();
          }}
        >
          {daysIn(value)}
        </Button>
      )}
      {preset === undefined && (
        <OwnRange
          value={value}
          open={all !== undefined}
          onChange={(range) => {
            setOwn([textOf(value), textOf(range)]);
            onChange(range);
          }}
        />
      )}
    </div>
  );
}

function daysIn({ start, end }: Days): string {
  return [...new Set([start, end])].map(formatDay).join(" – ");
}

function textOf({ start, end }: Days): string {
  return `${start} ${end}`;
}
