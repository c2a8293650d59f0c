/** How days are written, in every language. */
export type DayFormat = "DD/MM/YYYY" | "DD.MM.YYYY";

let format: DayFormat = "DD/MM/YYYY";

export function dayFormat(): DayFormat {
  return format;
}

/** Writes all days in another way from here on. */
export function writeDaysAs(chosen: DayFormat): void {
  format = chosen;
}
