import { askedDays, type DateRange } from "../../lib/date-range";
import { PAGE_SIZES, askedPage } from "../../lib/page-sizes";

/** The kinds of acts on personal data, with their names in the contract. */
export const KINDS = [
  "CONTACTS_IMPORT",
  "ENGAGEMENT_IMPORT",
  "UNSUBSCRIBE_IMPORT",
  "UNSUBSCRIBE_EVENT",
  "CONSENT_CHANGE",
  "CONTACT_CHANGE",
  "GROUP_EXPORT",
  "GROUP_EXPORT_UNDO",
  "DESTINATION_SEND",
  "PROPERTY_EXPORT",
  "CSV_DOWNLOAD",
  "HAND_OUT",
  "ERASURE",
  "LINKS_ENDED",
  "ADDRESS_SPELLING",
  "SAME_ADDRESS",
  "VISITOR_REMOVAL",
] as const;
export type Kind = (typeof KINDS)[number];

/** The state of the log that is in the URL. */
export interface LogView {
  /** Undefined for all. */
  readonly kind: Kind | undefined;
  /** YYYY-MM-DD; "" for an open end. */
  readonly days: DateRange;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number | undefined;
}

/** Reads a view; invalid values count as absent. */
export function readView(search: URLSearchParams): LogView {
  return {
    days: askedDays(search),
    kind: KINDS.find((kind) => kind === search.get("kind")),
    page: askedPage(search, 1_000_000),
    pageSize: PAGE_SIZES.find((one) => String(one) === search.get("pageSize")),
  };
}
