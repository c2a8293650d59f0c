import type { SendingDay } from "../../api/messages";
import { addDays } from "../../lib/dates";
import { SENDING_CHANNELS, type SendingChannel } from "./view";

/** What was sent on one day, by channel. */
export interface DaySent {
  readonly day: string;
  readonly sent: Readonly<Record<SendingChannel, number>>;
}

/** Every day from one to another, oldest first; those without sendings are empty. */
export function daysOf(items: readonly SendingDay[], start: string, end: string): DaySent[] {
  const found = new Map<string, Record<SendingChannel, number>>();
  for (const { date, scoringType, sent } of items) {
    const channel = SENDING_CHANNELS.find((one) => one === scoringType);
    if (!channel) continue;
    const day = found.get(date) ?? { mailing: 0, sms: 0 };
    day[channel] += sent;
    found.set(date, day);
  }
  const days: DaySent[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) {
    days.push({ day, sent: found.get(day) ?? { mailing: 0, sms: 0 } });
  }
  return days;
}
