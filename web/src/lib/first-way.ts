/** The open step on the way to the first scores. After the last one a scoring has a result. */
export type Step = "contacts" | "sendings" | "scoring" | "report";

interface Progress {
  /** The contacts in all databases. */
  readonly contacts: number;
  /** The first day that can be calculated, YYYY-MM-DD; empty without any sendings. */
  readonly possibleFrom: string;
  /** A scoring has been calculated. */
  readonly hasResult: boolean;
}

/** Days of data needed for a first calculation. */
export const DAYS_NEEDED = 14;

/** Whether there are enough sendings for a calculation on a day, YYYY-MM-DD. */
export function isReady({ possibleFrom }: Pick<Progress, "possibleFrom">, today: string): boolean {
  return possibleFrom !== "" && possibleFrom <= today;
}

/** The next step. */
export function nextStep(progress: Progress, today: string): Step {
  if (progress.hasResult) return "report";
  if (progress.contacts === 0) return "contacts";
  return isReady(progress, today) ? "scoring" : "sendings";
}
