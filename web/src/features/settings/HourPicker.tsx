import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Select } from "../../ui/Select";
import { hourMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";

interface HourPickerProps {
  /** As antd's form hands it over: of the hours. */
  readonly id?: string;
  /** 0 to 23. */
  readonly value?: number;
  readonly onChange?: (hour: number) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: String(hour).padStart(2, "0") }));
/** Nights begin at full hours. */
const MINUTES = [{ value: "0", label: "00" }];

/** A full hour of the day. */
export function HourPicker({ id, value = 0, onChange }: HourPickerProps): ReactNode {
  const own = useId();
  const hours = id ?? `${own}-hours`;
  return (
    <div className={styles["time"]}>
      <label htmlFor={hours}>
        <FormattedMessage {...messages.hours} />
      </label>
      <label htmlFor={`${own}-minutes`}>
        <FormattedMessage {...messages.minutes} />
      </label>
      <Select id={hours} value={String(value)} options={HOURS} onChange={(hour) => onChange?.(Number(hour))} />
      <Select id={`${own}-minutes`} value="0" options={MINUTES} onChange={() => onChange?.(value)} />
    </div>
  );
}
