import type { ImportKind } from "../../../api/upload";

/** In the order of a first visit: contacts, then their engagement, then unsubscriptions. */
export const KINDS = ["contacts", "engagement", "unsubscribes"] as const satisfies readonly ImportKind[];

/** The kind of that name; contacts for an unknown one. */
export function kindOf(name: string | null | undefined): ImportKind {
  return KINDS.find((kind) => kind === name) ?? "contacts";
}
