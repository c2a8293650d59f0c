import { create } from "zustand";
import { persist } from "zustand/middleware";

export type Language = "pl" | "en";
export type ColorMode = "system" | "light" | "dark";

interface PreferenceState {
  /** The language chosen on this device; undefined means the account's language. */
  readonly chosenLanguage: Language | undefined;
  /** Of the account that was last signed in here: pages before and after a session speak it too. */
  readonly accountLanguage: Language | undefined;
  readonly colorMode: ColorMode;
  /** CSV for Polish Excel wants ";", most else ",". Undefined: by language. */
  readonly csvDelimiter: ";" | "," | undefined;
  /** Rows of a table's page. */
  readonly pageSize: number;
  /** Period of a report's averages. */
  readonly reportPeriod: "week" | "month";
  /** The system guide is on. */
  readonly guide: boolean;
  /** How scoring works was offered: it was seen, or closed. */
  readonly educationOffered: boolean;
}

/** Preferences on this device; kept in localStorage. */
export const usePreferenceStore = create<PreferenceState>()(
  persist(
    (): PreferenceState => ({
      chosenLanguage: undefined,
      accountLanguage: undefined,
      colorMode: "system",
      csvDelimiter: undefined,
      reportPeriod: "week",
      pageSize: 20,
      guide: false,
      educationOffered: false,
    }),
    { name: "puls.preferences" },
  ),
);

export function chooseColorMode(colorMode: ColorMode): void {
  usePreferenceStore.setState({ colorMode });
}

export function chooseCsvDelimiter(csvDelimiter: ";" | ","): void {
  usePreferenceStore.setState({ csvDelimiter });
}

export function choosePageSize(pageSize: number): void {
  usePreferenceStore.setState({ pageSize });
}

export function chooseReportPeriod(reportPeriod: "week" | "month"): void {
  usePreferenceStore.setState({ reportPeriod });
}

export function switchGuide(guide: boolean): void {
  usePreferenceStore.setState({ guide });
}

/** Ends the explanation of scoring on this device. */
export function noteEducation(): void {
  usePreferenceStore.setState({ educationOffered: true });
}
