import type { Reading } from "./model/reading";

const key = (id: string): string => `puls.import.${id}`;

/** Stores the choices for a draft that were not sent to the server yet in this tab, so that they survive a reload. */
export function rememberReading(id: string, reading: Reading): void {
  sessionStorage.setItem(key(id), JSON.stringify(reading));
}

const SILENT: Partial<Reading> = { kind: "", values: {}, answers: {}, headerLine: 0 };

/** The choices for a draft in this tab. */
export function recallReading(id: string): Reading | undefined {
  const kept = sessionStorage.getItem(key(id));
  // Data stored by an earlier version lack the kind, values, answers and the header.
  return kept === null ? undefined : { ...SILENT, ...(JSON.parse(kept) as Reading) };
}

export function forgetReading(id: string): void {
  sessionStorage.removeItem(key(id));
}
