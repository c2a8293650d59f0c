import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { MailProvider } from "../../../api/messages";
import styles from "../Connections.module.css";
import { mailEventMessages, mailMessages as messages } from "../mail-messages";

/** Events of the last 24 hours, by type. */
export function Figures({ provider }: { readonly provider: MailProvider }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { types, receivedCount, unusedCount } = provider;
  if (receivedCount === 0 && unusedCount === 0) {
    return (
      <p className="quiet">
        <FormattedMessage {...messages.nothingYet} />
      </p>
    );
  }
  return (
    <dl className={styles["figures"]}>
      {types.map(({ type, count }) => (
        <div key={type}>
          <dt className="quiet">{mailEventMessages[type] ? formatMessage(mailEventMessages[type]) : type}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
      {unusedCount > 0 && (
        <div>
          <dt className="quiet">
            <FormattedMessage {...messages.unused} />
          </dt>
          <dd>{formatNumber(unusedCount)}</dd>
        </div>
      )}
    </dl>
  );
}
