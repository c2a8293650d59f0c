import type { Item } from "./loader";
import { fold, foldedWords } from "../../lib/fold";
import { PAGE_SIZES, askedPage } from "../../lib/page-sizes";

/** The state of the list that is in the URL. */
export interface CatalogueView {
  /** Part of a name. */
  readonly query: string;
  /** Undefined for all databases. */
  readonly uid: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): CatalogueView {
  const uid = search.get("uid") ?? "";
  return {
    query: search.get("q") ?? "",
    uid: /^\d{3,9}$/.test(uid) ? uid : undefined,
    page: askedPage(search),
    pageSize: PAGE_SIZES.find((one) => String(one) === search.get("pageSize")),
  };
}

/** Sorts by name in natural order, 2 before 19, then by type and by database. Called once for each list. */
export function inOrder<T extends Item>(items: readonly T[], locale: string): readonly T[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const typeOf = (item: T): string => ("type" in item ? item.type : "");
  return items.toSorted(
    (a, b) =>
      collator.compare(a.name, b.name) || collator.compare(typeOf(a), typeOf(b)) || collator.compare(a.uid, b.uid),
  );
}

/** Items that share a row: a feature of several databases. */
export type Row = readonly [Item, ...Item[]];

/** A row for each group, and for each name and type of features; the items are in order. */
export function rowsOf(items: readonly Item[]): readonly Row[] {
  const rows: Row[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    const [first] = last ?? [];
    const same = "type" in item && first && "type" in first && first.name === item.name && first.type === item.type;
    if (last && same) rows[rows.length - 1] = [...last, item];
    else rows.push([item]);
  }
  return rows;
}

/** The items whose names contain every typed word, ignoring case and accents. */
export function select<T extends Item>(items: readonly T[], { query, uid }: CatalogueView): readonly T[] {
  const words = foldedWords(query);
  return items.filter(
    (item) =>
      (uid === undefined || item.uid === uid) &&
      (words.length === 0 || words.every((word) => fold(item.name).includes(word))),
  );
}
