import { addDays } from "./dates";

/** Days from one to another, both inclusive, `YYYY-MM-DD`. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

/** Named ranges, in their order; any other is a custom range. */
export const PRESETS = ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"] as const;
export type Preset = (typeof PRESETS)[number];

/** The days of a preset, as seen on `today`, the account's day. */
export function rangeOf(preset: Preset, today: string): DateRange {
  const month = `${today.slice(0, 8)}01`;
  switch (preset) {
    case "today":
      return { start: today, end: today };
    case "yesterday":
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case "last7":
      return { start: addDays(today, -6), end: today };
    case "last30":
      return { start: addDays(today, -29), end: today };
    case "thisMonth":
      return { start: month, end: today };
    case "lastMonth": {
      const end = addDays(month, -1);
      return { start: `${end.slice(0, 8)}01`, end };
    }
  }
}

/** The preset with exactly these days; undefined for a custom range. */
export function presetOf({ start, end }: DateRange, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const range = rangeOf(preset, today);
    return range.start === start && range.end === end;
  });
}

/** Whether days are in order; "" is an open end. */
export function isRange({ start, end }: DateRange): boolean {
  return start === "" || end === "" || start <= end;
}

/** The days in an address; both ends are open if they are invalid. */
export function askedDays(search: URLSearchParams): DateRange {
  const day = (name: string): string => {
    const value = search.get(name);
    return isDay(value) ? value : "";
  };
  const days = { start: day("start"), end: day("end") };
  return isRange(days) ? days : { start: "", end: "" };
}

/**
 * Whether a text is a calendar day, `YYYY-MM-DD`. Days before 1970 are not accepted: no server accepts them, and a
 * field passes through them while a year is typed.
 */
export function isDay(text: string | null | undefined): text is string {
  const moment = Date.parse(`${text ?? ""}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && moment >= 0 && new Date(moment).toISOString().slice(0, 10) === text;
}
