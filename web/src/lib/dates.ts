import { dayFormat } from "./day-format";

/** A calendar day `YYYY-MM-DD` in the display format; other texts are returned unchanged. */
export function formatDay(day: string): string {
  const shown = dayFormat().replace("DD", "$$3").replace("MM", "$$2").replace("YYYY", "$$1");
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, shown);
}

/** The day and month of a `YYYY-MM-DD`, such as 29/11. */
export function formatDayMonth(day: string): string {
  return formatDay(day).slice(0, 5);
}

/** A moment as its day and HH:mm in the given IANA zone (an unknown one falls back to UTC). */
export function formatMoment(moment: Date, timeZone: string): string {
  return `${formatMomentDay(moment, timeZone)} ${formatTime(moment, timeZone)}`;
}

/** The local day of a moment in the display format. */
export function formatMomentDay(moment: Date, timeZone: string): string {
  return formatDay(dayOf(moment, timeZone));
}

/** The calendar day of a moment in the given zone, `YYYY-MM-DD`. */
export function dayOf(moment: Date, timeZone: string): string {
  const part = partsOf(moment, timeZone);
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The local time of a moment as HH:mm. */
export function formatTime(moment: Date, timeZone: string): string {
  const part = partsOf(moment, timeZone);
  return `${part("hour")}:${part("minute")}`;
}

function partsOf(moment: Date, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  // en-GB only for its digits; the order is ours.
  const options: Intl.DateTimeFormatOptions = {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  };
  let local: Intl.DateTimeFormat;
  try {
    local = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  } catch {
    local = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  }
  const parts = local.formatToParts(moment);
  return (type) => parts.find((part) => part.type === type)?.value ?? "";
}

/** The calendar day `count` days after `day` (`YYYY-MM-DD`); before it when negative. */
export function addDays(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** The last day of a day's month. */
export function lastOfMonth(day: string): string {
  // 31 days after the first are in the next month.
  return addDays(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);
}
