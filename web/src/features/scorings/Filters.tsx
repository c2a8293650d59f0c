import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { Segmented } from "../../ui/Segmented";
import { SearchField } from "../../ui/SearchField";
import { useShow } from "../../ui/use-show";
import styles from "./Filters.module.css";
import { filterMessages, scoringsMessages } from "./messages";
import type { ScoringRow } from "./rows";
import { countOf, readView, searchOf, STATUSES, type StatusFilter, type TableView } from "./table-view";

/** Filters of the list: names with a part, one status or all. Both are in the address. */
export function Filters({ rows }: { readonly rows: readonly ScoringRow[] }): ReactNode {
  const { formatMessage } = useIntl();
  const [search] = useSearchParams();
  const view = readView(search);
  const showAt = useShow({ replace: true });
  const show = (change: Partial<TableView>): void =>
    showAt((newest) => searchOf({ ...readView(newest), ...change, page: 1 }));
  return (
    <div className={styles["filters"]} role="search" aria-label={formatMessage(filterMessages.filters)}>
      <SearchField
        name={formatMessage(filterMessages.search)}
        value={view.query}
        maxLength={40}
        onChange={(query) => show({ query })}
      />
      <Segmented<StatusFilter | "all">
        aria-label={formatMessage(scoringsMessages.status)}
        value={view.status ?? "all"}
        options={[
          { value: "all", label: formatMessage(filterMessages.all, { count: rows.length }) },
          ...STATUSES.filter((status) => status === view.status || countOf(rows, status) > 0).map((status) => ({
            value: status,
            label: formatMessage(filterMessages[status], { count: countOf(rows, status) }),
          })),
        ]}
        onChange={(chosen) => show({ status: STATUSES.find((status) => status === chosen) })}
      />
    </div>
  );
}
