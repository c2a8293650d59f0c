import { TimePicker } from "antd";
import dayjs from "dayjs";
import type { ReactNode } from "react";

export interface HourPickerProps {
  /** As antd's form hands it over. */
  readonly id?: string;
  /** 0 to 23. */
  readonly value?: number;
  readonly onChange?: (hour: number) => void;
}

const PARTS_OF_HOURS = Array.from({ length: 59 }, (_, minute) => minute + 1);

/** A full hour of the day. */
export function HourPicker({ id, value = 0, onChange }: HourPickerProps): ReactNode {
  return (
    <TimePicker
      {...(id === undefined ? {} : { id })}
      value={dayjs().startOf("day").hour(value)}
      format="HH:mm"
      disabledTime={() => ({ disabledMinutes: () => PARTS_OF_HOURS })}
      hideDisabledOptions
      allowClear={false}
      showNow={false}
      needConfirm={false}
      // In the page's own part, where readers look for it.
      getPopupContainer={(field) => field.parentElement ?? document.body}
      onChange={(time) => {
        if (time) onChange?.(time.hour());
      }}
    />
  );
}
