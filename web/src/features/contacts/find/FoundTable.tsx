import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { FoundContact, SearchContactsResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { PAGE_SIZES } from "../../../lib/page-sizes";
import { paths } from "../../../lib/paths";
import { choosePageSize } from "../../../stores/preference-store";
import { ListTable } from "../../../ui/ListTable";
import { NoValue } from "../../../ui/NoValue";
import { Pager } from "../../../ui/Pager";
import { Tag } from "../../../ui/Tag";
import { useShow } from "../../../ui/use-show";
import styles from "./Find.module.css";
import { contactMessages } from "../messages";
import type { SearchData } from "./search";
import { findMessages as messages } from "./messages";

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
  const all = items.every((one) => chosen.has(keyOf(one)));
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
      <ListTable
        caption={<FormattedMessage {...contactMessages.list} />}
        busy={busy}
        head={
          <>
            <th scope="col" data-cell="choice">
              <input
                type="checkbox"
                aria-label={formatMessage(messages.chooseAll)}
                checked={all}
                onChange={(event) => choose(items, event.target.checked)}
              />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.contact} />
            </th>
            <th scope="col">
              <FormattedMessage {...messages.database} />
            </th>
            <th scope="col">
              <FormattedMessage {...contactMessages.phone} />
            </th>
            <th scope="col">
              <FormattedMessage {...contactMessages.externalId} />
            </th>
            <th scope="col">
              <FormattedMessage {...channelMessages.mailing} />
            </th>
            <th scope="col">
              <FormattedMessage {...channelMessages.sms} />
            </th>
          </>
        }
      >
        {items.map((found) => (
          <Row
            key={keyOf(found)}
            found={found}
            ticked={chosen.has(keyOf(found))}
            onTick={(ticked) => choose([found], ticked)}
          />
        ))}
      </ListTable>
      <Pager
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPage={(page) => show({ page: page === 1 ? undefined : String(page) })}
        sizes={{
          options: PAGE_SIZES,
          onChoose: (size) => {
            choosePageSize(size);
            show({ page: undefined, pageSize: String(size) });
          },
        }}
      />
    </>
  );
}

interface RowProps {
  readonly found: FoundContact;
  readonly ticked: boolean;
  readonly onTick: (ticked: boolean) => void;
}

function Row({ found, ticked, onTick }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const { uid, number, gsm, externalId, emailConsent, smsConsent, emailBlocked, gsmBlocked } = found;
  const name = nameOf(found);
  return (
    <tr>
      <td data-cell="choice">
        <input
          type="checkbox"
          aria-label={formatMessage(messages.choose, { name })}
          checked={ticked}
          onChange={(event) => onTick(event.target.checked)}
        />
      </td>
      <th scope="row">
        <Link to={paths.contact(uid, number)}>{name}</Link>
      </th>
      <td className="number" data-label={formatMessage(messages.database)}>
        {uid}
      </td>
      <td className="number" data-empty={gsm === ""}>
        {gsm || <NoValue />}
      </td>
      <td data-empty={externalId === ""}>{externalId || <NoValue />}</td>
      <td>
        <Consent given={emailConsent} blocked={emailBlocked} channel="mailing" />
      </td>
      <td>
        <Consent given={smsConsent} blocked={gsmBlocked} channel="sms" />
      </td>
    </tr>
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
        <FormattedMessage {...(given ? contactMessages.given : contactMessages.missing)} />
      </Tag>
      {blocked && (
        <Tag color="error">
          <FormattedMessage {...contactMessages.blocked} />
        </Tag>
      )}
    </span>
  );
}
