import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ConsentChange, Contact } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { isChannel, MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { formatMoment } from "../../../lib/dates";
import { Card } from "../../../ui/Card";
import { Segmented } from "../../../ui/Segmented";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import styles from "./Person.module.css";
import { consentMessages as messages, sourceName } from "../change/messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The server returns only the newest. */
const MOST = 200;

/** The changes of a contact's consents with time, source and author, newest first. */
export function ConsentHistory({ contact: { consentChanges } }: { readonly contact: Contact }): ReactNode {
  const { formatMessage } = useIntl();
  const [channel, setChannel] = useState<MessageChannel | "all">("all");
  const shown = consentChanges.filter(({ scoringType }) => channel === "all" || scoringType === channel);
  return (
    <Card
      title={messages.history}
      extra={
        consentChanges.length > 0 && (
          <Segmented<MessageChannel | "all">
            aria-label={formatMessage(wordMessages.channel)}
            size="small"
            value={channel}
            options={[
              { value: "all", label: formatMessage(wordMessages.all) },
              ...MESSAGE_CHANNELS.map((value) => ({ value, label: formatMessage(channelMessages[value]) })),
            ]}
            onChange={setChannel}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <p>
          <FormattedMessage {...messages.noHistory} />
        </p>
      ) : (
        <div className={styles["history"]}>
          <Changes changes={shown} />
        </div>
      )}
      {consentChanges.length >= MOST && (
        <p className="muted">
          <FormattedMessage {...messages.most} values={{ count: MOST }} />
        </p>
      )}
    </Card>
  );
}

function Changes({ changes }: { readonly changes: readonly ConsentChange[] }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  return (
    <Table
      caption={messages.history}
      rows={changes}
      // Only the index distinguishes two changes of the same moment, and their order never changes.
      rowKey={(_, at) => at}
      columns={[
        {
          head: wordMessages.when,
          className: "number",
          cell: ({ occurredAt }) => occurredAt && formatMoment(timestampDate(occurredAt), timeZone),
        },
        {
          head: wordMessages.channel,
          label: false,
          cell: ({ scoringType }) =>
            isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType,
        },
        {
          head: messages.what,
          label: false,
          cell: ({ given }) => (
            <Tag label={given ? wordMessages.consent : messages.wasWithdrawn} color={given ? "success" : "default"} />
          ),
        },
        {
          head: messages.from,
          cell: ({ source, detail }) => (
            <>
              <FormattedMessage {...sourceName(source)} />
              {detail !== "" && <span className={styles["detail"]}>{detail}</span>}
            </>
          ),
        },
        { head: wordMessages.author, cell: ({ who }) => who || undefined },
      ]}
    />
  );
}
