import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  InfoCircleFilled,
  WarningFilled,
} from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { closeSnackbar, SLOTS, useAppStore, type Snackbar } from "../stores/app-store";
import styles from "./Snackbars.module.css";

const ICONS = {
  success: <CheckCircleFilled />,
  info: <InfoCircleFilled />,
  warning: <WarningFilled />,
  error: <CloseCircleFilled />,
};

/** What is said in passing, in its two places on screen. The places are always there: readers only hear what enters. */
export function Snackbars(): ReactNode {
  const snackbars = useAppStore((state) => state.snackbars);
  return SLOTS.map((slot) => (
    <div key={slot} className={styles["slot"]} data-slot={slot}>
      {(["status", "alert"] as const).map((role) => (
        <div key={role} role={role} className={styles["list"]}>
          {snackbars[slot]
            .filter((one) => one.state && (one.type === "error" ? "alert" : "status") === role)
            .map((one) => (
              <Bar key={one.id} snackbar={one} />
            ))}
        </div>
      ))}
    </div>
  ));
}

function Bar({ snackbar }: { readonly snackbar: Snackbar }): ReactNode {
  const { id, type, timeout, message, values } = snackbar;
  const { formatMessage } = useIntl();
  const [held, setHeld] = useState(false);
  const left = useRef(timeout);
  // A timer: it runs while nobody points at the bar or stands in it, and goes on where it stopped.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (held) return undefined;
    const started = Date.now();
    const timer = setTimeout(() => closeSnackbar(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - started));
    };
  }, [held, id]);
  return (
    <div
      className={styles["bar"]}
      data-type={type}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className={styles["icon"]} aria-hidden>
        {ICONS[type]}
      </span>
      <span>
        <FormattedMessage {...message} values={values} />
      </span>
      <Button
        type="text"
        size="small"
        aria-label={formatMessage(commonMessages.close)}
        icon={<CloseOutlined />}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={() => closeSnackbar(id)}
      />
    </div>
  );
}
