import { addDays, formatDay, formatDayMonth, lastOfMonth } from "../../../lib/dates";

/** The first day of a period, such as "2026-11" or "2026-W44" (an ISO 8601 week). */
export function firstDay(period: string): string {
  const week = /^(\d{4})-W(\d{2})$/.exec(period);
  if (!week) return `${period}-01`;
  // 4 January is always in the first week.
  const fourth = `${week[1]}-01-04`;
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(fourth, (Number(week[2]) - 1) * 7 - weekday);
}

/** The short name of a period: the Monday as DD/MM, or MM/YYYY. */
export function shortName(period: string): string {
  return period.includes("W") ? formatDayMonth(firstDay(period)) : formatDay(`${period}-01`).slice(3);
}

/** The same period of the year before; a 53rd week is compared with the 52nd. */
export function yearBefore(period: string): string {
  const [year = "", rest = ""] = period.split("-");
  return `${Number(year) - 1}-${rest === "W53" ? "W52" : rest}`;
}

/** Whole months that include all periods of the year before, for the days that include these. */
export function daysBefore({ start, end }: { readonly start: string; readonly end: string }): {
  readonly start: string;
  readonly end: string;
} {
  return { start: `${addDays(start, -372).slice(0, 7)}-01`, end: lastOfMonth(addDays(end, -357)) };
}
