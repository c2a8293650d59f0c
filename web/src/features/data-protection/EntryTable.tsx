import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import type { EventLogEntry } from "../../api/messages";
import { useDelimiter } from "../../i18n/delimiter";
import { formatMoment } from "../../lib/dates";
import { useDatabaseName } from "../../stores/database-store";
import { Menu } from "../../ui/Menu";
import { Table } from "../../ui/Table";
import { useMe } from "../session";
import styles from "./DataProtection.module.css";
import { downloadEmails, downloadList } from "./downloads";
import { kindName, logMessages as messages, dataProtectionRouteMessages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface EntryTableProps {
  readonly items: readonly EventLogEntry[];
  readonly busy: boolean;
}

/** Entries of the log, each with its downloads. */
export function EntryTable({ items, busy }: EntryTableProps): ReactNode {
  const { timeZone } = useMe();
  const nameOf = useDatabaseName();
  const dateOf = ({ occurredAt }: EventLogEntry): string =>
    occurredAt ? formatMoment(timestampDate(occurredAt), timeZone) : "";
  return (
    <Table
      caption={dataProtectionRouteMessages.log}
      busy={busy}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        { head: messages.date, className: "number", cell: dateOf },
        {
          head: messages.kind,
          label: false,
          cell: ({ kind, uids }) => (
            <>
              <FormattedMessage {...kindName(kind)} />
              {uids.length > 0 && (
                <span className={styles["under"]}>
                  <FormattedMessage
                    {...messages.uids}
                    values={{ count: uids.length, uids: uids.map(nameOf).join(", ") }}
                  />
                </span>
              )}
            </>
          ),
        },
        // "WWW" is the origin of acts on these pages.
        { head: messages.source, cell: ({ source }) => (source === "WWW" ? "Puls" : source || undefined) },
        { head: wordMessages.author, cell: ({ who }) => who || <FormattedMessage {...messages.nobody} /> },
        { head: messages.emails, number: true, cell: ({ emailCount }) => emailCount },
        { head: messages.phones, number: true, cell: ({ gsmCount }) => gsmCount },
        { head: messages.downloads, kind: "menu", cell: (entry) => <Downloads of={entry} date={dateOf(entry)} /> },
      ]}
    />
  );
}

interface DownloadsProps {
  readonly of: EventLogEntry;
  readonly date: string;
}

function Downloads({ of: { id, kind }, date }: DownloadsProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const delimiter = useDelimiter();
  const { revalidate } = useRevalidator();
  const emails = async (): Promise<void> => {
    await downloadEmails(api, id, delimiter);
    // The download is an entry itself.
    await revalidate();
  };
  return (
    <Menu
      name={formatMessage(messages.menu, { kind: formatMessage(kindName(kind)), date })}
      groups={[
        {
          key: "all",
          entries: [
            {
              key: "list",
              label: formatMessage(messages.downloadList),
              onClick: () => void downloadList(api, id, delimiter),
            },
            { key: "emails", label: formatMessage(messages.downloadEmails), onClick: () => void emails() },
          ],
        },
      ]}
    />
  );
}
