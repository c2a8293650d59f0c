import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons-svg/es/asn/CloseCircleFilled";
import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import InfoCircleFilled from "@ant-design/icons-svg/es/asn/InfoCircleFilled";
import WarningFilled from "@ant-design/icons-svg/es/asn/WarningFilled";
import { Icon } from "./Icon";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { closeSnackbar, SLOTS, useAppStore, type Snackbar } from "../stores/app-store";
import styles from "./Snackbars.module.css";
import { Button } from "./Button";

const ICONS = {
  success: <Icon of={CheckCircleFilled} />,
  info: <Icon of={InfoCircleFilled} />,
  warning: <Icon of={WarningFilled} />,
  error: <Icon of={CloseCircleFilled} />,
};

/**
 * Short messages, in their two places on screen. The polite region is always present, because screen readers announce
 * only changes in it; an error is a separate alert.
 */
export function Snackbars(): ReactNode {
  const snackbars = useAppStore((state) => state.snackbars);
  return SLOTS.map((slot) => {
    const shown = snackbars[slot].filter((one) => one.state);
    return (
      <div key={slot} className={styles["slot"]} data-slot={slot}>
        <div role="status" className="stack tight">
          {shown
            .filter((one) => one.type !== "error")
            .map((one) => (
              <Bar key={one.id} snackbar={one} />
            ))}
        </div>
        {shown
          .filter((one) => one.type === "error")
          .map((one) => (
            <div role="alert" key={one.id}>
              <Bar snackbar={one} />
            </div>
          ))}
      </div>
    );
  });
}

function Bar({ snackbar }: { readonly snackbar: Snackbar }): ReactNode {
  const { id, type, timeout, message, values, action } = snackbar;
  const { formatMessage } = useIntl();
  const [held, setHeld] = useState(false);
  const left = useRef(timeout);
  // A timer: it pauses while the bar is hovered or focused, and then continues.
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
      data-tone={type}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className={styles["icon"]} aria-hidden>
        {ICONS[type]}
      </span>
      <span>
        <FormattedMessage {...message} values={values} />
      </span>
      {action && (
        <Button
          type="link"
          size="small"
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => {
            action.run();
            closeSnackbar(id);
          }}
        >
          <FormattedMessage {...action.message} values={action.values} />
        </Button>
      )}
      <Button
        type="text"
        size="small"
        aria-label={formatMessage(commonMessages.close)}
        icon={<Icon of={CloseOutlined} />}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={() => closeSnackbar(id)}
      />
    </div>
  );
}
