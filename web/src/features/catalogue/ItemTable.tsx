import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useRevalidator } from "react-router";
import MoreOutlined from "@ant-design/icons-svg/es/asn/MoreOutlined";
import { useApi } from "../../api/api-context";
import { channelMessages } from "../../i18n/common-messages";
import { PAGE_SIZES } from "../../lib/page-sizes";
import { paths } from "../../lib/paths";
import { choosePageSize, usePreferenceStore } from "../../stores/preference-store";
import type { Removals } from "../../stores/removals";
import { Icon } from "../../ui/Icon";
import { ListTable } from "../../ui/ListTable";
import { Menu } from "../../ui/Menu";
import { NoValue } from "../../ui/NoValue";
import { Pager } from "../../ui/Pager";
import { RenameField } from "../../ui/RenameField";
import { useShow } from "../../ui/use-show";
import styles from "./Catalogue.module.css";
import type { Kind } from "./kind";
import type { Item } from "./loader";
import { catalogueMessages as messages, typeName, catalogueRouteMessages } from "./messages";
import { UsedBy } from "./UsedBy";
import type { CatalogueView } from "./view";
import { InUseDialog } from "./InUseDialog";

interface ItemTableProps {
  readonly kind: Kind;
  /** Those that fit the filters, in their order. */
  readonly items: readonly Item[];
  readonly view: CatalogueView;
  readonly onRemove: Removals<number>["remove"];
}

/** Groups or features, a page of them, each with what can be done with it. */
export function ItemTable({ kind, items, view, onRemove }: ItemTableProps): ReactNode {
  const preferred = usePreferenceStore((state) => state.pageSize);
  const pageSize = view.pageSize ?? preferred;
  const page = Math.min(view.page, Math.ceil(items.length / pageSize));
  const show = useShow({ replace: true });
  return (
    <>
      <ListTable caption={<FormattedMessage {...catalogueRouteMessages[kind.name]} />} head={<Heads kind={kind} />}>
        {items.slice((page - 1) * pageSize, page * pageSize).map((item) => (
          <Row key={item.id} kind={kind} item={item} onRemove={onRemove} />
        ))}
      </ListTable>
      <Pager
        page={page}
        pageSize={pageSize}
        total={items.length}
        onPage={(to) => show({ page: to === 1 ? undefined : String(to) })}
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

function Heads({ kind }: { readonly kind: Kind }): ReactNode {
  return (
    <>
      <th scope="col">
        <FormattedMessage {...messages.name} />
      </th>
      <th scope="col">
        <FormattedMessage {...messages.database} />
      </th>
      {kind.name === "groups" ? (
        <>
          <th scope="col" data-number>
            <FormattedMessage {...messages.contacts} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...channelMessages.mailing} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...channelMessages.sms} />
          </th>
        </>
      ) : (
        <th scope="col">
          <FormattedMessage {...messages.type} />
        </th>
      )}
      <th scope="col">
        <FormattedMessage {...messages.usedIn} />
      </th>
      <th scope="col">
        <span className="visually-hidden">
          <FormattedMessage {...messages.actions} />
        </span>
      </th>
    </>
  );
}

interface RowProps {
  readonly kind: Kind;
  readonly item: Item;
  readonly onRemove: ItemTableProps["onRemove"];
}

function Row({ kind, item, onRemove }: RowProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [renaming, setRenaming] = useState(false);
  const [refused, setRefused] = useState(false);
  const cell = useRef<HTMLTableRowElement>(null);
  const { id, name, uid, usedBy, usedInScoring } = item;
  const close = (): void => {
    flushSync(() => setRenaming(false));
    // The field that had the focus is gone.
    if (document.activeElement === document.body) cell.current?.querySelector("button")?.focus();
  };
  const remove = (): void => {
    if (usedInScoring) setRefused(true);
    else onRemove(id, { message: kind.words.removed, values: { name } });
  };
  const menuName = formatMessage(messages.menu, { name });
  return (
    <tr ref={cell}>
      <th scope="row">
        {renaming ? (
          <RenameField
            label={formatMessage(messages.name)}
            name={name}
            maxLength={kind.nameMax}
            check={kind.check}
            onName={async (wanted) => {
              await kind.rename(api, id, wanted);
              await revalidate();
            }}
            onClose={close}
          />
        ) : (
          <Name item={item} />
        )}
      </th>
      <td className="number" data-label={formatMessage(messages.database)}>
        {uid}
      </td>
      <Facts item={item} />
      <td data-label={formatMessage(messages.usedIn)} data-empty={usedBy.length === 0}>
        {usedBy.length === 0 ? <NoValue /> : <UsedBy usedBy={usedBy} />}
      </td>
      <td data-cell="menu">
        <Menu
          name={menuName}
          groups={[
            {
              key: "all",
              entries: [
                { key: "rename", label: formatMessage(messages.rename), onClick: () => setRenaming(true) },
                { key: "remove", label: formatMessage(messages.remove), onClick: remove },
              ],
            },
          ]}
        >
          <Icon of={MoreOutlined} />
          <span className="visually-hidden">{menuName}</span>
        </Menu>
        {refused && <InUseDialog kind={kind} item={item} onClose={() => setRefused(false)} />}
      </td>
    </tr>
  );
}

/** A group's name leads to its contacts. */
function Name({ item }: { readonly item: Item }): ReactNode {
  if (!isGroup(item)) return item.name;
  return (
    <Link className={styles["name"]} to={paths.contactsOf(item.id)}>
      {item.name}
    </Link>
  );
}

function Facts({ item }: { readonly item: Item }): ReactNode {
  const { formatMessage } = useIntl();
  if (!isGroup(item)) {
    return <td data-label={formatMessage(messages.type)}>{formatMessage(typeName(item.type))}</td>;
  }
  return (
    <>
      <td data-number data-label={formatMessage(messages.contacts)}>
        <FormattedNumber value={item.contactCount} />
      </td>
      <td data-number data-label={formatMessage(channelMessages.mailing)}>
        <FormattedNumber value={item.emailValue} />
      </td>
      <td data-number data-label={formatMessage(channelMessages.sms)}>
        <FormattedNumber value={item.smsValue} />
      </td>
    </>
  );
}

function isGroup(item: Item) {
  return item.$typeName === "puls.contacts.v1.Group";
}
