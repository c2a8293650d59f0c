import type { PreviewScoringResponse, Scoring } from "../../api/messages";
import { mainReason, type ChannelAudience } from "../scoring-editor";

/** How far an account is on its way to first scores. */
export interface Facts {
  /** In all databases. */
  readonly contacts: number;
  /** Days with sendings of the channel that has most. */
  readonly days: number;
  /** The first day that can be calculated, YYYY-MM-DD; empty without any sendings. */
  readonly possibleFrom: string;
  /** Contacts of all databases that a scoring could score today, by channel. */
  readonly reach: PreviewScoringResponse;
  /** The channels with sendings (e-mail without any), where none of them can score anybody today. */
  readonly nobody: readonly ChannelAudience[];
  /** A scoring has been calculated. */
  readonly hasResult: boolean;
  /** The scoring to go on with where none has been calculated. */
  readonly begun: Scoring | undefined;
}

/** The step that is open: a scoring has a result after the last. */
export type Step = "contacts" | "sendings" | "scoring" | "report";

/** Days of data that a first calculation wants. */
export const DAYS_NEEDED = 14;

/** Whether there are sendings enough to calculate on a day, YYYY-MM-DD. */
export function isReady({ possibleFrom }: Facts, today: string): boolean {
  return possibleFrom !== "" && possibleFrom <= today;
}

/** The step that comes next. */
export function nextStep(facts: Facts, today: string): Step {
  if (facts.hasResult) return "report";
  if (facts.contacts === 0) return "contacts";
  return isReady(facts, today) ? "scoring" : "sendings";
}

/** The channels that can score nobody for another reason than missing data, which is what the next step is about. */
export function unscorable({ contacts, nobody }: Facts): readonly ChannelAudience[] {
  return contacts > 0 && nobody.some((one) => mainReason(one) !== "NO_SENDING") ? nobody : [];
}
