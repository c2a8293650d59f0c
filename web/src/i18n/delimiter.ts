import { usePreferenceStore } from "../stores/preference-store";
import { useLanguageStore } from "./language";

/** What stands between the cells of a CSV file: what the person chose, or what spreadsheets of the language expect. */
export function useDelimiter(): ";" | "," {
  const language = useLanguageStore((state) => state.language);
  return usePreferenceStore((state) => state.csvDelimiter) ?? (language === "pl" ? ";" : ",");
}
