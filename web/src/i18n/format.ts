import type { IntlShape } from "react-intl";

/** Percent as the contract sends it (12.34 means 12.34%), with at most two decimals. */
export function percent(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent", maximumFractionDigits: 2 });
}

/** The same for columns: always two decimals, so that they stand under each other. */
export function percentInColumn(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A file's size in kB or MB. */
export function fileSize(intl: IntlShape, bytes: number): string {
  const mega = bytes >= 1_000_000;
  return intl.formatNumber(bytes / (mega ? 1_000_000 : 1000), {
    style: "unit",
    unit: mega ? "megabyte" : "kilobyte",
    maximumFractionDigits: mega ? 1 : 0,
  });
}
