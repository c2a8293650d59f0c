import { TimePicker } from "antd";
import dayjs from "dayjs";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ControlProps } from "../Field";
import { AntdScope } from "./AntdScope";
import styles from "./Form.module.css";
import { hourMessages as messages } from "./messages";
import { usePickerLocale } from "./picker-locale";

interface TimeOfDayProps extends ControlProps {
  /** A full hour, 0 to 23. */
  readonly hour: number;
  readonly onChange: (hour: number) => void;
}

/** All minutes except the full hour. */
const NOT_OFFERED = Array.from({ length: 59 }, (_, at) => at + 1);

/** A time of day at a full hour. As high as a text field. */
export function TimeOfDay({ hour, onChange, ...control }: TimeOfDayProps): ReactNode {
  const locale = usePickerLocale();
  return (
    <AntdScope>
      <TimePicker
        {...control}
        size="large"
        locale={locale}
        className={styles["wide"] ?? ""}
        format="HH:mm"
        disabledTime={() => ({ disabledMinutes: () => NOT_OFFERED })}
        hideDisabledOptions
        allowClear={false}
        needConfirm={false}
        showNow={false}
        value={dayjs().startOf("day").hour(hour)}
        onChange={(time) => onChange(dayjs(time).hour())}
        panelRender={(panel) => (
          <>
            <div className={styles["heads"]}>
              <span>
                <FormattedMessage {...messages.hours} />
              </span>
              <span>
                <FormattedMessage {...messages.minutes} />
              </span>
            </div>
            {panel}
          </>
        )}
      />
    </AntdScope>
  );
}
