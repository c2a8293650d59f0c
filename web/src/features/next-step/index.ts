import type { Api } from "../../api/api";
import { lazyPart } from "../../ui/lazy-part";
import type { Facts } from "./facts";

export type { Facts };

/** What comes after a receipt: the next step of the account, as a button. */
export const NextStep = lazyPart(async () => (await import("./NextStep")).NextStep, null);

/** How far the account is. Seldom asked: its contracts would be the larger part of the pages that ask. */
export async function loadFacts(api: Api, signal?: AbortSignal): Promise<Facts> {
  // eslint-disable-next-line no-restricted-syntax
  return (await import("./facts")).loadFacts(api, signal);
}
