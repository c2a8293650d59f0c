import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MailProvider } from "../../../api/messages";
import { dayOf, formatMoment, formatTime } from "../../../lib/dates";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import styles from "../Connections.module.css";
import { mailMessages as messages } from "../mail-messages";
import { activityMessages, connectionMessages } from "../messages";

/** The state of a provider, in a word or two. */
export function ProviderState({ provider }: { readonly provider: MailProvider }): ReactNode {
  const { refusedSignatureCount } = provider;
  return (
    <span className={styles["line"]}>
      <State provider={provider} />
      {refusedSignatureCount > 0 && (
        <Tag color="error">
          <FormattedMessage {...messages.refusedSignatures} values={{ count: refusedSignatureCount }} />
        </Tag>
      )}
    </span>
  );
}

function State({ provider: { state, receivedAt } }: { readonly provider: MailProvider }): ReactNode {
  const { timeZone } = useMe();
  switch (state) {
    case "NONE":
      return <Tag label={connectionMessages.notSetUp} />;
    case "CONFIRMING":
      return <Tag label={messages.confirming} color="warning" />;
    case "RECEIVING": {
      const at = receivedAt ? timestampDate(receivedAt) : new Date();
      const today = dayOf(at, timeZone) === dayOf(new Date(), timeZone);
      const moment = today ? formatTime(at, timeZone) : formatMoment(at, timeZone);
      return (
        <Tag color="success">
          <FormattedMessage {...messages.receiving} values={{ moment }} />
        </Tag>
      );
    }
    default:
      return <Tag label={activityMessages.waiting} />;
  }
}
