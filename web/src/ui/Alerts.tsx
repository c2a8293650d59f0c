import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { dismissAlert, useAppStore } from "../stores/app-store";
import styles from "./Alerts.module.css";
import { Notice } from "./Notice";

/** What was said and stays until the person closes it or its cause is gone. */
export function Alerts(): ReactNode {
  const { formatMessage } = useIntl();
  const alerts = useAppStore((state) => state.alerts).filter((alert) => !alert.dismissed);
  if (alerts.length === 0) return null;
  return (
    <div className={styles["alerts"]}>
      {alerts.map((alert, at) => (
        <Notice
          key={`${alert.message.id} ${at}`}
          type={alert.type}
          role={alert.type === "error" ? "alert" : "status"}
          closable={{ onClose: () => dismissAlert(alert), "aria-label": formatMessage(commonMessages.close) }}
          title={<FormattedMessage {...alert.message} values={alert.values} />}
        />
      ))}
    </div>
  );
}
