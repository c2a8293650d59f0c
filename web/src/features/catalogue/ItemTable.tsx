import { useMemo, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link, useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import { CHANNEL_FIELDS } from "../../api/channel-fields";
import type { Group } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { MESSAGE_CHANNELS } from "../../lib/channel";
import { paths } from "../../lib/paths";
import { useDatabaseName } from "../../stores/database-store";
import { usePreferenceStore } from "../../stores/preference-store";
import { keepSearch } from "../../stores/search-store";
import type { Removals } from "../../stores/removals";
import { Menu } from "../../ui/Menu";
import { Pager } from "../../ui/Pager";
import { RenameField } from "../../ui/RenameField";
import { Table, type Column } from "../../ui/Table";
import { useShow } from "../../ui/use-show";
import styles from "./Catalogue.module.css";
import type { Kind } from "./kind";
import type { Item } from "./loader";
import { catalogueMessages as messages, typeName } from "./messages";
import { Purpose, UsedBy } from "./UsedBy";
import { rowsOf, type CatalogueView, type Row } from "./view";
import { InUseDialog } from "./InUseDialog";
import { wordMessages } from "../../i18n/word-messages";
import { pageWithin } from "../../lib/page-sizes";

interface ItemTableProps {
  readonly kind: Kind;
  /** The items that match the filters, in order. */
  readonly items: readonly Item[];
  readonly view: CatalogueView;
  readonly onRemove: Removals<number>["remove"];
}

/** A page of groups or features, each with its actions. */
export function ItemTable({ kind, items, view, onRemove }: ItemTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  /** The id of the item that is being renamed. */
  const [renaming, setRenaming] = useState<number>();
  const nameOf = useDatabaseName();
  const preferred = usePreferenceStore((state) => state.pageSize);
  const pageSize = view.pageSize ?? preferred;
  const rows = useMemo(() => rowsOf(items), [items]);
  const page = pageWithin(view.page, rows.length, pageSize);
  const show = useShow({ replace: true });
  const count = (head: Message, of: (group: Group) => number): Column<Row> => ({
    head,
    number: true,
    cell: ([item]) => (isGroup(item) ? of(item) : undefined),
  });
  const database: Column<Row> = {
    head: wordMessages.database,
    className: styles["database"],
    cell: (row) => row.map(({ uid }) => nameOf(uid)).join(", "),
  };
  return (
    <>
      <Table
        caption={wordMessages[kind.name]}
        className={styles[kind.name]}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={([{ id }]) => id}
        columns={[
          {
            head: wordMessages.name,
            cell: (row) => {
              const chosen = row.find(({ id }) => id === renaming);
              if (!chosen) return <Name item={row[0]} />;
              return (
                <RenameField
                  label={formatMessage(wordMessages.name)}
                  name={chosen.name}
                  maxLength={kind.nameMax}
                  check={kind.check}
                  onName={async (wanted) => {
                    await kind.rename(api, chosen.id, wanted);
                    await revalidate();
                  }}
                  onClose={() => setRenaming(undefined)}
                />
              );
            },
          },
          ...(kind.name === "groups"
            ? [
                database,
                count(wordMessages.contacts, ({ contactCount }) => contactCount),
                ...MESSAGE_CHANNELS.map((channel) =>
                  count(channelMessages[channel], (group) => group[CHANNEL_FIELDS[channel].reached]),
                ),
                {
                  head: messages.usedIn,
                  cell: ([{ usedBy }]: Row) => (usedBy.length === 0 ? undefined : <UsedBy usedBy={usedBy} />),
                },
              ]
            : [
                { head: messages.purpose, label: false as const, cell: (row: Row) => <Purpose row={row} /> },
                database,
                {
                  head: messages.type,
                  cell: ([item]: Row) => (isGroup(item) ? undefined : formatMessage(typeName(item.type))),
                },
              ]),
          {
            head: wordMessages.actions,
            kind: "menu",
            cell: (row) => <RowMenu kind={kind} row={row} onRename={setRenaming} onRemove={onRemove} />,
          },
        ]}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={rows.length}
        onPage={(to) => show({ page: to === 1 ? undefined : String(to) })}
        onSize={(size) => show({ page: undefined, pageSize: String(size) })}
      />
    </>
  );
}

interface RowMenuProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly onRename: (id: number) => void;
  readonly onRemove: ItemTableProps["onRemove"];
}

/** The actions of a row; of several databases under the name of each. */
function RowMenu({ kind, row, onRename, onRemove }: RowMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const nameOf = useDatabaseName();
  /** The item that a scoring uses. */
  const [refused, setRefused] = useState<Item>();
  const remove = (item: Item): void => {
    if (item.usedInScoring) setRefused(item);
    else onRemove(item.id, { message: kind.words.removed, values: { name: item.name } });
  };
  return (
    <>
      <Menu
        name={formatMessage(wordMessages.actionsOf, { name: row[0].name })}
        groups={row.map((item) => ({
          key: item.uid,
          ...(row.length > 1 && { label: nameOf(item.uid) }),
          entries: [
            { key: "rename", label: formatMessage(wordMessages.rename), onClick: () => onRename(item.id) },
            { key: "remove", label: formatMessage(messages.remove), onClick: () => remove(item) },
          ],
        }))}
      />
      {refused && <InUseDialog kind={kind} item={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}

/** A group's name leads to its contacts, without an earlier search. */
function Name({ item }: { readonly item: Item }): ReactNode {
  if (!isGroup(item)) return item.name;
  return (
    <Link className={styles["name"]} to={paths.contactsOf(item.id)} onClick={() => keepSearch("contacts", "")}>
      {item.name}
    </Link>
  );
}

function isGroup(item: Item) {
  return item.$typeName === "puls.contacts.v1.Group";
}
