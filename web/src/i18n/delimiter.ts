import { usePreferenceStore } from "../stores/preference-store";
import { useLanguageStore } from "./language";

/** Delimiter of CSV files: the chosen one, or the one that spreadsheets of the language expect. */
export function useDelimiter(): ";" | "," {
  const language = useLanguageStore((state) => state.language);
  return usePreferenceStore((state) => state.csvDelimiter) ?? (language === "pl" ? ";" : ",");
}
