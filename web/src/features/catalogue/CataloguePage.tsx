import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton } from "../../ui/PageLink";
import { StatePanel } from "../../ui/StatePanel";
import { Tabs } from "../../ui/Tabs";
import { useLeaving } from "../../ui/use-leaving";
import { createListRemovals, useDeleted } from "./actions";
import { Filters } from "./Filters";
import type { Kind } from "./kind";
import type { CatalogueData } from "./loader";
import { catalogueMessages as messages } from "./messages";
import { ItemTable } from "./ItemTable";
import { inOrder, readView, select } from "./view";
import { AddDialog } from "./AddDialog";
import { wordMessages } from "../../i18n/word-messages";

/** The list of groups, or of features. */
export function CataloguePage({ kind }: { readonly kind: Kind }): ReactNode {
  const { locale } = useIntl();
  const { items: all, databases } = useLoaderData<CatalogueData>();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const deleted = useDeleted[kind.name](({ ids }) => ids);
  const removals = useMemo(() => createListRemovals(api, kind, () => void revalidate()), [api, kind, revalidate]);
  useLeaving(removals.flush);
  const items = useMemo(
    () =>
      inOrder(
        all.filter(({ id }) => !deleted.includes(id)),
        locale,
      ),
    [all, deleted, locale],
  );
  // With thousands of names, typing has priority.
  const view = useDeferredValue(readView(search));
  const shown = useMemo(() => select(items, view), [items, view]);
  const { words } = kind;
  return (
    <>
      <PageHeader
        title={wordMessages[kind.name]}
        description={words.lead}
        actions={
          // Without items the button is in their place.
          items.length === 0 ? undefined : (
            <Button
              label={words.add}
              type="primary"
              icon={<Icon of={PlusOutlined} />}
              onClick={() => setAdding(true)}
            />
          )
        }
      />
      <Tabs
        label={messages.lists}
        tabs={[
          { to: paths.groups, name: wordMessages.groups },
          { to: paths.features, name: wordMessages.features },
        ]}
        open={paths[kind.name]}
      />
      {items.length > 0 && <Filters kind={kind} databases={databases} />}
      <Card flush>
        {items.length === 0 ? (
          <Nothing kind={kind} onAdd={() => setAdding(true)} />
        ) : shown.length === 0 ? (
          <StatePanel
            icon={<Icon of={SearchOutlined} />}
            title={wordMessages.noMatch}
            actions={<Button label={wordMessages.clearFilters} onClick={() => setSearch({}, { replace: true })} />}
          />
        ) : (
          <ItemTable kind={kind} items={shown} view={view} onRemove={removals.remove} />
        )}
      </Card>
      {adding && (
        <AddDialog
          kind={kind}
          databases={databases}
          uid={view.uid}
          onClose={() => setAdding(false)}
          onAdded={() => void revalidate()}
        />
      )}
    </>
  );
}

/** In place of an empty list: how to create an item. */
function Nothing({ kind: { words }, onAdd }: { readonly kind: Kind; readonly onAdd: () => void }): ReactNode {
  return (
    <StatePanel
      icon={<Icon of={UnorderedListOutlined} />}
      title={words.none}
      text={words.noneText}
      actions={
        <>
          <Button label={words.add} type="primary" onClick={onAdd} />
          <PageButton label={wordMessages.uploadFile} to={paths.newImport} />
        </>
      }
    />
  );
}
