/** A calendar day `YYYY-MM-DD` as DD/MM/YYYY; anything else comes back as it is. */
export function formatDay(day: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : day;
}

/** A moment as DD/MM/YYYY HH:mm in the given IANA zone (an unknown one falls back to UTC). */
export function formatMoment(moment: Date, timeZone: string): string {
  const part = partsOf(moment, timeZone);
  return `${part("day")}/${part("month")}/${part("year")} ${part("hour")}:${part("minute")}`;
}

/** The local day of a moment as DD/MM/YYYY. */
export function formatMomentDay(moment: Date, timeZone: string): string {
  return formatMoment(moment, timeZone).slice(0, 10);
}

/** The calendar day of a moment in the given zone, `YYYY-MM-DD`. */
export function dayOf(moment: Date, timeZone: string): string {
  return formatMomentDay(moment, timeZone).split("/").reverse().join("-");
}

/** The local time of a moment as HH:mm. */
export function formatTime(moment: Date, timeZone: string): string {
  return formatMoment(moment, timeZone).slice(11);
}

function partsOf(moment: Date, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  // en-GB only for its digits; the order is ours, because the product writes DD/MM/YYYY in every language.
  const options: Intl.DateTimeFormatOptions = {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  } catch {
    format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  }
  const parts = format.formatToParts(moment);
  return (type) => parts.find((part) => part.type === type)?.value ?? "";
}

/** The calendar day `count` days after `day` (`YYYY-MM-DD`); before it when negative. */
export function addDays(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}
