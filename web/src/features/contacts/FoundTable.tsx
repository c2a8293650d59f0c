import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { FoundContact } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { NoValue } from "../../ui/NoValue";
import { Pager } from "../../ui/Pager";
import { Tag } from "../../ui/Tag";
import styles from "./Contacts.module.css";
import { contactsMessages as messages } from "./messages";
import { PAGE_SIZE, type Search } from "./search";

interface FoundTableProps {
  readonly search: Search;
  /** Another page is on its way. */
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
}

/** The contacts that were found, each with the way to its page. */
export function FoundTable({ search: { items, page, total }, busy, onPage }: FoundTableProps): ReactNode {
  return (
    <div aria-busy={busy}>
      <table className={styles["found"]}>
        <caption className="visually-hidden">
          <FormattedMessage {...messages.title} />
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.contact} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.database} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.phone} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.externalId} />
            </th>
            <th scope="col">
              <FormattedMessage {...channelMessages.mailing} />
            </th>
            <th scope="col">
              <FormattedMessage {...channelMessages.sms} />
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((found) => (
            <tr key={`${found.uid}/${found.number}`}>
              <th scope="row">
                <Link to={paths.contact(found.uid, found.number)}>{nameOf(found)}</Link>
              </th>
              <td className="number" data-label="uid">
                {found.uid}
              </td>
              <td className="number" data-empty={found.gsm === ""}>
                {found.gsm || <NoValue />}
              </td>
              <td data-empty={found.externalId === ""}>{found.externalId || <NoValue />}</td>
              <td>
                <Consent given={found.emailConsent} channel="mailing" />
              </td>
              <td>
                <Consent given={found.smsConsent} channel="sms" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={onPage} />
    </div>
  );
}

/** What a contact is called: its first address. */
function nameOf({ email, gsm, externalId }: FoundContact): string {
  return email || gsm || externalId;
}

function Consent({ given, channel }: { readonly given: boolean; readonly channel: "mailing" | "sms" }): ReactNode {
  return (
    <Tag color={given ? "success" : "default"}>
      {/* On a phone there is no column's head above it. */}
      <span className={styles["ofChannel"]}>
        <FormattedMessage {...channelMessages[channel]} />{" "}
      </span>
      <FormattedMessage {...(given ? messages.given : messages.missing)} />
    </Tag>
  );
}
