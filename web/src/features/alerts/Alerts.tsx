import { useEffect, useMemo, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { addAlert, clearAlerts, dismissAlert, removeAlert, useAppStore, type AlertLink } from "../../stores/app-store";
import { useConfigStore } from "../../stores/config-store";
import { onEntry } from "../../stores/session-store";
import { useScoringsStore } from "../../stores/scorings-store";
import { Notice } from "../../ui/Notice";
import { useNotificationStore } from "../notifications";
import { useMe } from "../session";
import styles from "./Alerts.module.css";
import { concernsOf } from "./concerns";

onEntry(clearAlerts);

/** Alerts that stay until the user closes them or their cause is gone, above all pages but those that show the same. */
export function Alerts(): ReactNode {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  useConcerns();
  const alerts = useAppStore((state) => state.alerts).filter(
    ({ dismissed, shownAt = [] }) => !dismissed && !shownAt.some((page) => pathname.startsWith(page)),
  );
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
          action={alert.link && <NextStep {...alert.link} />}
        />
      ))}
    </div>
  );
}

/** Updates the alerts from the loaded user, notifications and list of scorings. */
function useConcerns(): void {
  const me = useMe();
  const mockMode = useAppStore((state) => state.mockMode);
  const { upgradeUrl } = useConfigStore();
  const { items: notifications } = useNotificationStore();
  const { scorings } = useScoringsStore();
  const concerns = useMemo(
    // Sample data do not change, so their age is no reason to act.
    () => (mockMode ? [] : concernsOf({ me, upgradeUrl, notifications: notifications ?? [], scorings })),
    [me, mockMode, upgradeUrl, notifications, scorings],
  );
  // The alerts are in a store to which other code adds too. Alerts added here are removed with their cause.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    for (const concern of concerns) addAlert(concern);
    return () => {
      for (const concern of concerns) removeAlert(concern);
    };
  }, [concerns]);
}

function NextStep({ to, message }: AlertLink): ReactNode {
  const words = <FormattedMessage {...message} />;
  return to.startsWith("/") ? <Link to={to}>{words}</Link> : <a href={to}>{words}</a>;
}
