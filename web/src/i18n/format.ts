import type { IntlShape } from "react-intl";
import { addDays, dayOf, formatMoment, formatTime } from "../lib/dates";
import { wordMessages } from "./word-messages";

/** Scores are shown with two decimals. */
export const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Percent in the contract's form (12.34 means 12.34%), with at most two decimals. */
export function percent(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent", maximumFractionDigits: 2 });
}

/** The same for shares of data, in columns and figures: always two decimals, so that they can be compared. */
export function percentInColumn(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent", ...TWO_DECIMALS });
}

/** The same for five shares side by side, which a phone has no room for: one decimal. */
export function percentBeside(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A moment as "today, 02:04" or "yesterday, 02:04", otherwise with its day. */
export function momentInWords({ formatMessage }: IntlShape, moment: Date, timeZone: string): string {
  const today = dayOf(new Date(), timeZone);
  const day = dayOf(moment, timeZone);
  const time = formatTime(moment, timeZone);
  if (day === today) return formatMessage(wordMessages.today, { time });
  if (day === addDays(today, -1)) return formatMessage(wordMessages.yesterday, { time });
  return formatMoment(moment, timeZone);
}

/** A file's size in kB or MB; "< 1 kB" for smaller files. */
export function fileSize(intl: IntlShape, bytes: number): string {
  const mega = bytes >= 1_000_000;
  const size = intl.formatNumber(Math.max(1, bytes / (mega ? 1_000_000 : 1000)), {
    style: "unit",
    unit: mega ? "megabyte" : "kilobyte",
    maximumFractionDigits: mega ? 1 : 0,
  });
  return bytes < 1000 ? `<\u00a0${size}` : size;
}
