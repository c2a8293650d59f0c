import type { SendingDay } from "../../api/messages";
import { byChannel, isMessageChannel, MESSAGE_CHANNELS, type MessageChannel } from "../../lib/channel";
import { addDays } from "../../lib/dates";

/** The sendings of one day, by channel. */
export interface DaySent {
  readonly day: string;
  readonly sent: Readonly<Record<MessageChannel, number>>;
}

/** Every day between two days, oldest first; days without sendings are empty. */
export function daysOf(items: readonly SendingDay[], start: string, end: string): DaySent[] {
  const found = new Map<string, Record<MessageChannel, number>>();
  for (const { date, scoringType, sent } of items) {
    if (!isMessageChannel(scoringType)) continue;
    const day = found.get(date) ?? nothing();
    day[scoringType] += sent;
    found.set(date, day);
  }
  const days: DaySent[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) {
    days.push({ day, sent: found.get(day) ?? nothing() });
  }
  return days;
}

/** The period before, with as many days. */
export function periodBefore(start: string, end: string): { readonly start: string; readonly end: string } {
  const days = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
  return { start: addDays(start, -days), end: addDays(start, -1) };
}

function nothing(): Record<MessageChannel, number> {
  return byChannel(MESSAGE_CHANNELS, () => 0);
}
