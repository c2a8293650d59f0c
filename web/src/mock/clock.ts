import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Complete values in these formats are days, moments and months; numbers, names and ids have other formats. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const MONTH = /^\d{4}-\d{2}$/;
/** An ISO week is part of a sending's name too. */
const WEEK = /\b(\d{4})-W(\d{2})\b/g;

export interface Clock {
  /** Moves recorded data to the present. */
  readonly move: (value: JsonValue) => JsonValue;
  /** Moves a present request back to the time of the recording. */
  readonly back: (value: JsonObject) => JsonObject;
}

/**
 * Moves all days of a recording by whole weeks, so that its last one is within the last seven days and Mondays stay
 * Mondays, and months by the number of months in between. Moments keep their local time. Future dates stay in the
 * future.
 */
export function createClock(at: string, timeZone: string, now: Date): Clock {
  const recordedAt = Date.parse(at);
  const passed = Math.floor((startOf(now.getTime(), timeZone) - startOf(recordedAt, timeZone)) / DAY_MS + 0.5);
  // Based on the exact time, so that nothing in the recording is later than now.
  const weeks = Math.floor((now.getTime() - recordedAt) / WEEK_MS);
  const then = new Date(recordedAt + weeks * WEEK_MS);
  const months =
    (then.getUTCFullYear() - new Date(recordedAt).getUTCFullYear()) * 12 +
    then.getUTCMonth() -
    new Date(recordedAt).getUTCMonth();

  const day = (text: string, by: number): string => dayText(Date.parse(text) + by * WEEK_MS);
  const moment = (text: string): string => {
    const ms = Date.parse(text);
    const later = ms + (ms > recordedAt ? passed * DAY_MS : weeks * WEEK_MS);
    return new Date(later + offset(ms, timeZone) - offset(later, timeZone)).toISOString();
  };
  const text = (value: string, by: 1 | -1): string => {
    if (DAY.test(value)) return day(value, by * weeks);
    if (MOMENT.test(value)) return moment(value);
    if (MONTH.test(value)) return movedMonth(value, by * months);
    return value.replace(WEEK, (_, year: string, week: string) =>
      weekText(mondayOf(+year, +week) + by * weeks * WEEK_MS),
    );
  };
  const walk = (value: JsonValue, by: 1 | -1): JsonValue => {
    if (typeof value === "string") return text(value, by);
    if (Array.isArray(value)) return value.map((item) => walk(item, by));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, by)]));
  };
  return { move: (value) => walk(value, 1), back: (value) => walk(value, -1) as JsonObject };
}

/** The offset of local time from UTC at a moment, in milliseconds. */
function offset(ms: number, timeZone: string): number {
  // The Swedish format of days and times is that of ISO 8601.
  const local = new Date(ms).toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
  return Date.parse(`${local}Z`) - Math.floor(ms / 1000) * 1000;
}

/** The start of a local day, expressed as if it were UTC. */
function startOf(ms: number, timeZone: string): number {
  return Math.floor((ms + offset(ms, timeZone)) / DAY_MS) * DAY_MS;
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function movedMonth(month: string, by: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 7);
}

/** The Monday of an ISO week: 4 January is in the first week. */
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * WEEK_MS;
}

/** The ISO week of a Monday: its Thursday determines the year. */
function weekText(monday: number): string {
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const week = (monday - mondayOf(year, 1)) / WEEK_MS + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
