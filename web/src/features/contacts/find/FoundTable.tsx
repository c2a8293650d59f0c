import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { FoundContact, SearchContactsResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { Pager } from "../../../ui/Pager";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useShow } from "../../../ui/use-show";
import styles from "./Find.module.css";
import { contactMessages } from "../messages";
import type { SearchData } from "./search";
import { findMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Ticked contacts, also of other pages. */
export type Chosen = ReadonlyMap<string, FoundContact>;

interface FoundTableProps {
  readonly found: SearchContactsResponse;
  /** Others are on their way. */
  readonly busy: boolean;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The contacts that were found, each with the way to its page. */
export function FoundTable({ found: { items, total }, busy, chosen, onChoose }: FoundTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const { view, pageSize } = useLoaderData<SearchData>();
  const show = useShow({ replace: true });
  const choose = (some: readonly FoundContact[], ticked: boolean): void => {
    const next = new Map(chosen);
    for (const one of some) {
      if (ticked) next.set(keyOf(one), one);
      else next.delete(keyOf(one));
    }
    onChoose(next);
  };
  return (
    <>
      <Table
        caption={wordMessages.contacts}
        busy={busy}
        rows={items}
        rowKey={keyOf}
        columns={[
          {
            head: (
              <input
                type="checkbox"
                aria-label={formatMessage(messages.chooseAll)}
                checked={items.every((one) => chosen.has(keyOf(one)))}
                onChange={(event) => choose(items, event.target.checked)}
              />
            ),
            kind: "choice",
            cell: (found) => (
              <input
                type="checkbox"
                aria-label={formatMessage(messages.choose, { name: nameOf(found) })}
                checked={chosen.has(keyOf(found))}
                onChange={(event) => choose([found], event.target.checked)}
              />
            ),
          },
          {
            head: messages.contact,
            cell: (found) => <Link to={paths.contact(found.uid, found.number)}>{nameOf(found)}</Link>,
          },
          { head: wordMessages.database, className: "number", cell: ({ uid }) => uid },
          { head: wordMessages.phone, label: false, className: "number", cell: ({ gsm }) => gsm || undefined },
          { head: wordMessages.externalId, label: false, cell: ({ externalId }) => externalId || undefined },
          {
            head: channelMessages.mailing,
            label: false,
            cell: (found) => <Consent given={found.emailConsent} blocked={found.emailBlocked} channel="mailing" />,
          },
          {
            head: channelMessages.sms,
            label: false,
            cell: (found) => <Consent given={found.smsConsent} blocked={found.gsmBlocked} channel="sms" />,
          },
        ]}
      />
      <Pager
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPage={(page) => show({ page: page === 1 ? undefined : String(page) })}
        onSize={(size) => show({ page: undefined, pageSize: String(size) })}
      />
    </>
  );
}

/** What a contact is called: its first address. */
function nameOf({ email, gsm, externalId }: FoundContact): string {
  return email || gsm || externalId;
}

function keyOf({ uid, number }: FoundContact): string {
  return `${uid}/${number}`;
}

interface ConsentProps {
  readonly given: boolean;
  readonly blocked: boolean;
  readonly channel: "mailing" | "sms";
}

function Consent({ given, blocked, channel }: ConsentProps): ReactNode {
  return (
    <span className={styles["marks"]}>
      <Tag color={given ? "success" : "default"}>
        {/* On a phone there is no column's head above it. */}
        <span className={styles["ofChannel"]}>
          <FormattedMessage {...channelMessages[channel]} />{" "}
        </span>
        <FormattedMessage {...(given ? wordMessages.consent : contactMessages.missing)} />
      </Tag>
      {blocked && (
        <Tag color="error">
          <FormattedMessage {...contactMessages.blocked} />
        </Tag>
      )}
    </span>
  );
}
