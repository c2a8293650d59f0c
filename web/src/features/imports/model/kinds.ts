import type { ImportKind } from "../../../api/upload";

/** In the order of a first visit: who, then what they were sent, then who wants nothing more. */
export const KINDS = ["contacts", "engagement", "unsubscribes"] as const satisfies readonly ImportKind[];

/** The kind of that name; contacts where there is none. */
export function kindOf(name: string | null | undefined): ImportKind {
  return KINDS.find((kind) => kind === name) ?? "contacts";
}
