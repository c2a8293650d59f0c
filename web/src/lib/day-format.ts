/** The display format of days, in every language. */
export type DayFormat = "DD/MM/YYYY" | "DD.MM.YYYY";

let format: DayFormat = "DD/MM/YYYY";

export function dayFormat(): DayFormat {
  return format;
}

/** Sets the display format of all days. */
export function writeDaysAs(chosen: DayFormat): void {
  format = chosen;
}
