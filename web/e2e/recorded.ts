import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClock } from "../src/mock/clock";
import type { Recording } from "../src/mock/recording";
import type { Scoring } from "./demo-pages";

const file = join(import.meta.dirname, "../src/mock/recording.json");
const recording = JSON.parse(readFileSync(file, "utf8")) as Recording;

/** The scorings of the demonstration, in the order of their list. */
export const SCORINGS = (recorded("GET /scoring/scorings {}") as { readonly items: readonly [Scoring, ...Scoring[]] })
  .items;

/** One of them. */
export function scoringNamed(name: string): Scoring {
  const found = SCORINGS.find((one) => one.name === name);
  if (!found) throw new Error(`the demonstration has no scoring ${name}`);
  return found;
}

/** The newest day with sendings. */
export const SENDING_DAY = (
  recorded("GET /reports/sendings {}") as { readonly items: readonly [{ readonly date: string }] }
).items[0].date;

/** A recorded day, moved to the demonstration's present. */
export function present(day: string): string {
  return createClock(recording.at, recording.timeZone, new Date()).move(day) as string;
}

function recorded(request: string): unknown {
  return recording.bodies[recording.answers[request] ?? -1];
}
