import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { ListSendingsResponse } from "../../api/messages";
import type { Message } from "../../i18n/define-messages";
import { percentInColumn } from "../../i18n/format";
import { countMessages, sendingsMessages as messages } from "./messages";
import { formatDay } from "../../lib/dates";
import { emailsOf, ratesOf, type Counts, type Outcome, type Rate } from "./rates";
import styles from "./Sendings.module.css";

interface TotalsProps {
  readonly counts: Counts;
  readonly deliveredEmails: number;
  /** The sendings of the period before, with as many days. */
  readonly before: Promise<ListSendingsResponse | undefined> | undefined;
}

/** The main figures of the page: sent messages and their outcomes. */
export function Totals({ counts, deliveredEmails, before }: TotalsProps): ReactNode {
  const { delivered, opened, clicked, bounced, unsubscribed } = ratesOf(counts, deliveredEmails);
  const mixed = deliveredEmails !== counts.delivered;
  return (
    <dl className={styles["figures"]}>
      <Figure name="sent" before={before} rate={{ count: counts.sent, percent: 100 }} />
      <Figure name="delivered" before={before} rate={delivered} hint={messages.ofSent} />
      <Figure name="opened" before={before} rate={opened} hint={mixed ? messages.openedHint : messages.ofDelivered} />
      <Figure name="clicked" before={before} rate={clicked} hint={messages.ofDelivered} />
      <Figure name="bounced" before={before} rate={bounced} hint={messages.ofSent} />
      <Figure name="unsubscribed" before={before} rate={unsubscribed} hint={messages.ofDelivered} />
    </dl>
  );
}

interface FigureProps extends Pick<TotalsProps, "before"> {
  readonly name: "sent" | Outcome;
  readonly rate: Rate | undefined;
  readonly hint?: Message;
}

function Figure({ name, rate, hint, before }: FigureProps): ReactNode {
  const intl = useIntl();
  if (!rate) return null;
  return (
    <div>
      <dt className="quiet">
        <FormattedMessage {...countMessages[name]} />
      </dt>
      <dd className="figure">
        <FormattedNumber value={rate.count} />
      </dd>
      {hint && (
        <dd className={styles["hint"]}>
          <FormattedMessage {...hint} values={{ percent: percentInColumn(intl, rate.percent) }} />
        </dd>
      )}
      {before && (
        // It loads later; the figures are complete without it.
        <Suspense>
          <Earlier name={name} before={before} />
        </Suspense>
      )}
    </div>
  );
}

/** The same figure of the period before. */
function Earlier({
  name,
  before,
}: {
  readonly name: FigureProps["name"];
  readonly before: NonNullable<TotalsProps["before"]>;
}): ReactNode {
  const intl = useIntl();
  const earlier = use(before);
  if (!earlier?.total || earlier.total.sent === 0) return null;
  const { total, items, start, end } = earlier;
  const rate = name === "sent" ? undefined : ratesOf(total, emailsOf(items))[name];
  if (name !== "sent" && !rate) return null;
  return (
    <dd className={styles["hint"]} title={`${formatDay(start)} – ${formatDay(end)}`}>
      <FormattedMessage
        {...messages.earlier}
        values={{ value: rate ? percentInColumn(intl, rate.percent) : intl.formatNumber(total.sent) }}
      />
    </dd>
  );
}
