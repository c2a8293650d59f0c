import type { Reading } from "./model/reading";

const key = (id: string): string => `puls.import.${id}`;

/** Keeps in this tab what was chosen for a draft and the server has not been told yet, so that a reload loses nothing. */
export function rememberReading(id: string, reading: Reading): void {
  sessionStorage.setItem(key(id), JSON.stringify(reading));
}

const SILENT: Partial<Reading> = { kind: "", values: {}, answers: {}, headerLine: 0 };

/** What was chosen for a draft in this tab. */
export function recallReading(id: string): Reading | undefined {
  const kept = sessionStorage.getItem(key(id));
  // What an earlier version kept says nothing of the kind, values, answers and the header.
  return kept === null ? undefined : { ...SILENT, ...(JSON.parse(kept) as Reading) };
}

export function forgetReading(id: string): void {
  sessionStorage.removeItem(key(id));
}
