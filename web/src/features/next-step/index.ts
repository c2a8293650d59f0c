import type { Api } from "../../api/api";
import { lazyPart } from "../../ui/lazy-part";
import type { Facts } from "./facts";

export type { Facts };

/** The next step of the account after a receipt, as a button. */
export const NextStep = lazyPart(async () => (await import("./NextStep")).NextStep, null);

/** The account's progress. Rarely loaded: its contracts would be the larger part of the pages that use it. */
export async function loadFacts(api: Api, signal?: AbortSignal): Promise<Facts> {
  // eslint-disable-next-line no-restricted-syntax
  return (await import("./facts")).loadFacts(api, signal);
}
