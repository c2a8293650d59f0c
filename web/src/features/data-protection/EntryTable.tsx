import MoreOutlined from "@ant-design/icons-svg/es/asn/MoreOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import type { EventLogEntry } from "../../api/messages";
import { useDelimiter } from "../../i18n/delimiter";
import { formatMoment } from "../../lib/dates";
import { Icon } from "../../ui/Icon";
import { ListTable } from "../../ui/ListTable";
import { Menu } from "../../ui/Menu";
import { NoValue } from "../../ui/NoValue";
import { useMe } from "../session";
import styles from "./DataProtection.module.css";
import { downloadEmails, downloadList } from "./downloads";
import { kindName, logMessages as messages, dataProtectionRouteMessages } from "./messages";

interface EntryTableProps {
  readonly items: readonly EventLogEntry[];
  readonly busy: boolean;
}

/** Entries of the log, each with its downloads. */
export function EntryTable({ items, busy }: EntryTableProps): ReactNode {
  return (
    <ListTable
      caption={<FormattedMessage {...dataProtectionRouteMessages.log} />}
      busy={busy}
      head={
        <>
          <th scope="col">
            <FormattedMessage {...messages.date} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.kind} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.source} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.who} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...messages.emails} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...messages.phones} />
          </th>
          <th scope="col">
            <span className="visually-hidden">
              <FormattedMessage {...messages.downloads} />
            </span>
          </th>
        </>
      }
    >
      {items.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ListTable>
  );
}

function EntryRow({ entry }: { readonly entry: EventLogEntry }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const api = useApi();
  const delimiter = useDelimiter();
  const { revalidate } = useRevalidator();
  const { id, occurredAt, kind, source, who, emailCount, gsmCount, uids } = entry;
  const date = occurredAt ? formatMoment(timestampDate(occurredAt), timeZone) : "";
  const name = formatMessage(messages.menu, { kind: formatMessage(kindName(kind)), date });
  const emails = async (): Promise<void> => {
    await downloadEmails(api, id, delimiter);
    // It is an entry itself.
    await revalidate();
  };
  return (
    <tr>
      <th scope="row" className="number">
        {date}
      </th>
      <td>
        <FormattedMessage {...kindName(kind)} />
        {uids.length > 0 && (
          <span className={styles["under"]}>
            <FormattedMessage {...messages.uids} values={{ count: uids.length, uids: uids.join(", ") }} />
          </span>
        )}
      </td>
      <td data-label={formatMessage(messages.source)} data-empty={source === ""}>
        {/* What was done on these pages. */}
        {source === "WWW" ? "Puls" : source || <NoValue />}
      </td>
      <td data-label={formatMessage(messages.who)}>{who || <FormattedMessage {...messages.nobody} />}</td>
      <td data-number data-label={formatMessage(messages.emails)}>
        <FormattedNumber value={emailCount} />
      </td>
      <td data-number data-label={formatMessage(messages.phones)}>
        <FormattedNumber value={gsmCount} />
      </td>
      <td data-cell="menu">
        <Menu
          name={name}
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
        >
          <Icon of={MoreOutlined} />
          <span className="visually-hidden">{name}</span>
        </Menu>
      </td>
    </tr>
  );
}
