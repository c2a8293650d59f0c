import { create } from "zustand";
import { persist } from "zustand/middleware";

export type Language = "pl" | "en";
export type ColorMode = "system" | "light" | "dark";

interface PreferenceState {
  /** The language chosen on this device; undefined for the account's language. */
  readonly chosenLanguage: Language | undefined;
  /** The language of the account last signed in here, used on pages before and after a session. */
  readonly accountLanguage: Language | undefined;
  readonly colorMode: ColorMode;
  /** The Polish Excel requires ";" in CSV, most others ",". Undefined: depends on the language. */
  readonly csvDelimiter: ";" | "," | undefined;
  /** Rows per page of a table. */
  readonly pageSize: number;
  /** The period of a report's averages. */
  readonly reportPeriod: "week" | "month";
  /** Whether the system guide is on. */
  readonly guide: boolean;
  /** Whether the explanation of scoring was seen or closed. */
  readonly educationOffered: boolean;
}

const NAME = "puls.preferences";

/** Preferences on this device; kept in localStorage, and the same in every tab. */
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
    { name: NAME },
  ),
);

// A tab with older preferences would write these back with its next choice.
window.addEventListener("storage", ({ key }) => {
  if (key === NAME) void usePreferenceStore.persist.rehydrate();
});

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

/** Stops offering the explanation of scoring on this device. */
export function noteEducation(): void {
  usePreferenceStore.setState({ educationOffered: true });
}
