import type { Settled } from "../../api/settled";
import { lazyPart } from "../../ui/lazy-part";
import type { Facts } from "../next-step";

interface FirstRunProps {
  /** Progress of the account; undefined if it was not loaded. */
  readonly facts: Promise<Settled<Facts>> | undefined;
}

/** Shown until there is a result: the way to first scores. */
export const FirstRun = lazyPart<FirstRunProps>(async () => (await import("./FirstSteps")).FirstSteps);
