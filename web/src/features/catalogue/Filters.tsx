import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { DatabaseSelect } from "../../ui/DatabaseSelect";
import { SearchField } from "../../ui/SearchField";
import { useShow } from "../../ui/use-show";
import styles from "./Catalogue.module.css";
import type { Kind } from "./kind";
import { catalogueMessages as messages } from "./messages";
import { readView } from "./view";

interface FiltersProps {
  readonly kind: Kind;
  readonly databases: readonly string[];
}

/** Filters of the list: part of a name, and one database or all. Both are in the URL. */
export function Filters({ kind: { words, nameMax }, databases }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search] = useSearchParams();
  const { query, uid = "" } = readView(search);
  const change = useShow({ replace: true });
  const show = (some: Readonly<Record<string, string>>): void => change({ page: undefined, ...some });
  return (
    <div className={styles["filters"]} role="search" aria-label={formatMessage(messages.filters)}>
      <SearchField name={formatMessage(words.search)} value={query} maxLength={nameMax} onChange={(q) => show({ q })} />
      {databases.length > 1 && (
        <DatabaseSelect
          uids={databases}
          value={uid}
          all={formatMessage(messages.allDatabases)}
          onChange={(value) => show({ uid: value })}
        />
      )}
    </div>
  );
}
