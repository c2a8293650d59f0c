import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { SearchField } from "../../ui/SearchField";
import { Select } from "../../ui/Select";
import { useShow } from "../../ui/use-show";
import styles from "./Catalogue.module.css";
import type { Kind } from "./kind";
import { catalogueMessages as messages } from "./messages";
import { readView } from "./view";
import { wordMessages } from "../../i18n/word-messages";

interface FiltersProps {
  readonly kind: Kind;
  readonly databases: readonly string[];
}

/** What the list shows: names with a part, one database or all. Both stand in the address. */
export function Filters({ kind: { words, nameMax }, databases }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const [search] = useSearchParams();
  const { query, uid = "" } = readView(search);
  const change = useShow({ replace: true });
  const show = (some: Readonly<Record<string, string>>): void => change({ page: undefined, ...some });
  return (
    <div className={styles["filters"]} role="search" aria-label={formatMessage(messages.filters)}>
      <SearchField name={formatMessage(words.search)} value={query} maxLength={nameMax} onChange={(q) => show({ q })} />
      {databases.length > 1 && (
        <div className={styles["filter"]}>
          <label htmlFor={id}>
            <FormattedMessage {...wordMessages.database} />
          </label>
          <Select
            id={id}
            value={uid}
            options={[
              { value: "", label: formatMessage(messages.allDatabases) },
              ...databases.map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => show({ uid: value })}
          />
        </div>
      )}
    </div>
  );
}
