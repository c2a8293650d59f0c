import type { Api } from "../../api/api";
import type { FirstRunFacts } from "./facts";

export type { FirstRunFacts };
export { FirstRun } from "./FirstRun";

/** How far an account without scorings is. Seldom asked: its contracts would be the larger part of the list. */
export async function loadFirstRun(api: Api, signal: AbortSignal): Promise<FirstRunFacts> {
  // eslint-disable-next-line no-restricted-syntax
  return (await import("./facts")).loadFirstRun(api, signal);
}
