/** The step of the way to first scores that is open: a scoring has a result after the last. */
export type Step = "contacts" | "sendings" | "scoring" | "report";

interface Progress {
  /** In all databases. */
  readonly contacts: number;
  /** The first day that can be calculated, YYYY-MM-DD; empty without any sendings. */
  readonly possibleFrom: string;
  /** A scoring has been calculated. */
  readonly hasResult: boolean;
}

/** Days of data that a first calculation wants. */
export const DAYS_NEEDED = 14;

/** Whether there are sendings enough to calculate on a day, YYYY-MM-DD. */
export function isReady({ possibleFrom }: Pick<Progress, "possibleFrom">, today: string): boolean {
  return possibleFrom !== "" && possibleFrom <= today;
}

/** The step that comes next. */
export function nextStep(progress: Progress, today: string): Step {
  if (progress.hasResult) return "report";
  if (progress.contacts === 0) return "contacts";
  return isReady(progress, today) ? "scoring" : "sendings";
}
