import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { FoundContact, SearchContactsResponse } from "../../../api/messages";
import { isChannel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { useDatabaseName } from "../../../stores/database-store";
import { Pager } from "../../../ui/Pager";
import { Table } from "../../../ui/Table";
import { useShow } from "../../../ui/use-show";
import styles from "./Find.module.css";
import { ADDRESS_COLUMNS, groupsColumn, scoreColumns } from "./columns";
import { keyOf, type SearchData } from "./search";
import { USUAL_SORT } from "./view";
import { findMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { Checkbox } from "../../../ui/Checkbox";

/** The selected contacts, also of other pages, or all found ones. */
export interface Chosen {
  readonly all: boolean;
  readonly contacts: ReadonlyMap<string, FoundContact>;
}

interface FoundTableProps {
  readonly found: SearchContactsResponse;
  /** Whether other contacts are loading. */
  readonly busy: boolean;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The found contacts, each with a link to its page. */
export function FoundTable({ found, busy, chosen, onChoose }: FoundTableProps): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const databaseName = useDatabaseName();
  const data = useLoaderData<SearchData>();
  const { view, pageSize, databases, scoringId, scored } = data;
  const show = useShow({ replace: true });
  const { items, total, scoringType } = found;
  const isChosen = (one: FoundContact): boolean => chosen.all || chosen.contacts.has(keyOf(one));
  const choose = (some: readonly FoundContact[], ticked: boolean): void => {
    // Deselecting one of all leaves the others of this page.
    const next = new Map(chosen.all ? items.map((one) => [keyOf(one), one]) : chosen.contacts);
    for (const one of some) {
      if (ticked) next.set(keyOf(one), one);
      else next.delete(keyOf(one));
    }
    onChoose({ all: false, contacts: next });
  };
  // The contact's page explains the score shown here.
  const explained = isChannel(scoringType) ? { scoring: scoringId, channel: scoringType } : {};
  return (
    <>
      <Table
        className={`${styles["found"]} ${scored ? styles["scored"] : ""}`}
        caption={wordMessages.contacts}
        busy={busy}
        rows={items}
        rowKey={keyOf}
        columns={[
          {
            head: (
              <Checkbox
                aria-label={formatMessage(messages.chooseAll)}
                checked={items.every(isChosen)}
                onChange={(ticked) => choose(items, ticked)}
              />
            ),
            kind: "choice",
            cell: (one) => (
              <Checkbox
                aria-label={formatMessage(messages.choose, { name: nameOf(one) })}
                checked={isChosen(one)}
                onChange={(ticked) => choose([one], ticked)}
              />
            ),
          },
          {
            head: messages.contact,
            className: styles["contact"],
            cell: (one) => <Link to={paths.contact(one.uid, one.number, explained)}>{nameOf(one)}</Link>,
          },
          databases.length !== 1 && {
            head: wordMessages.database,
            className: `number ${styles["database"]}`,
            cell: ({ uid }) => databaseName(uid),
          },
          ...(scored
            ? scoreColumns(intl, found, data, (sort) =>
                show({ page: undefined, sort: sort === USUAL_SORT ? undefined : sort }),
              )
            : ADDRESS_COLUMNS),
          groupsColumn(data),
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

/** The name of a contact: its first address. */
function nameOf({ email, gsm, externalId }: FoundContact): string {
  return email || gsm || externalId;
}
