import type { Settled } from "../../api/settled";
import { lazyPart } from "../../ui/lazy-part";
import type { FirstRunFacts } from "./facts";

interface FirstRunProps {
  /** Progress of the account; undefined where it was not loaded. */
  readonly facts: Promise<Settled<FirstRunFacts>> | undefined;
}

/** In place of an empty list of scorings: the way to first scores. */
export const FirstRun = lazyPart<FirstRunProps>(async () => (await import("./FirstSteps")).FirstSteps);
