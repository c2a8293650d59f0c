import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { Message } from "../../i18n/define-messages";
import { percent } from "../../i18n/format";
import { countMessages, sendingsMessages as messages } from "./messages";
import { ratesOf, type Counts, type Rate } from "./rates";
import styles from "./Sendings.module.css";

interface TotalsProps {
  readonly counts: Counts;
  readonly deliveredEmails: number;
}

/** What the page is opened for: how much went out, and how much of it came back. */
export function Totals({ counts, deliveredEmails }: TotalsProps): ReactNode {
  const { delivered, opened, clicked, bounced, unsubscribed } = ratesOf(counts, deliveredEmails);
  const mixed = deliveredEmails !== counts.delivered;
  return (
    <dl className={styles["figures"]}>
      <Figure label={countMessages.sent} rate={{ count: counts.sent, percent: 100 }} />
      <Figure label={countMessages.delivered} rate={delivered} hint={messages.ofSent} />
      {opened && (
        <Figure label={countMessages.opened} rate={opened} hint={mixed ? messages.openedHint : messages.ofDelivered} />
      )}
      <Figure label={countMessages.clicked} rate={clicked} hint={messages.ofDelivered} />
      <Figure label={countMessages.bounced} rate={bounced} hint={messages.ofSent} />
      <Figure label={countMessages.unsubscribed} rate={unsubscribed} hint={messages.ofDelivered} />
    </dl>
  );
}

interface FigureProps {
  readonly label: Message;
  readonly rate: Rate | undefined;
  readonly hint?: Message;
}

function Figure({ label, rate, hint }: FigureProps): ReactNode {
  const intl = useIntl();
  if (!rate) return null;
  return (
    <div>
      <dt>
        <FormattedMessage {...label} />
      </dt>
      <dd>
        <FormattedNumber value={rate.count} />
      </dd>
      {hint && (
        <dd className={styles["hint"]}>
          <FormattedMessage {...hint} values={{ percent: percent(intl, rate.percent) }} />
        </dd>
      )}
    </div>
  );
}
