import { create } from "zustand";
import { usePreferenceStore, type Language } from "../stores/preference-store";
import type { Catalogue } from "./define-messages";
import { sayLostPart } from "./lost-part";

export const LANGUAGES: readonly Language[] = ["pl", "en"];

interface LanguageState {
  readonly language: Language;
  /** Empty for Polish, whose texts are in the messages themselves. */
  readonly catalogue: Catalogue;
}

/** The language on screen with its texts: both change at once, so that no screen mixes two. */
export const useLanguageStore = create<LanguageState>()(() => ({ language: "pl", catalogue: {} }));

async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === "pl" ? {} : (await import("./en.json")).default;
}

let pseudo = false;

/** Shows the pseudo-locale instead of every language, to find texts that do not fit; for developers. */
export async function showPseudo(): Promise<void> {
  const [{ pseudoCatalogue }, { default: english }] = await Promise.all([import("./pseudo"), import("./en.json")]);
  pseudo = true;
  document.documentElement.lang = "en";
  useLanguageStore.setState({ language: "en", catalogue: pseudoCatalogue(english) });
}

/** Shows the product in a language. If its texts cannot be loaded the present one stays. */
export async function showLanguage(language: Language): Promise<void> {
  if (pseudo) return;
  const catalogue = await loadCatalogue(language);
  document.documentElement.lang = language;
  useLanguageStore.setState({ language, catalogue });
}

/**
 * Switches the language and stores the choice on this device. Returns false, with a message, if its texts could not be
 * loaded.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  try {
    await showLanguage(language);
  } catch {
    sayLostPart();
    return false;
  }
  usePreferenceStore.setState({ chosenLanguage: language });
  return true;
}

/** The initial language: the user's choice, otherwise that of the account that was last signed in here. */
export function firstLanguage(): Language {
  const { chosenLanguage, accountLanguage } = usePreferenceStore.getState();
  return chosenLanguage ?? accountLanguage ?? "pl";
}

/** Shows the account's language unless the user chose another on this device. */
export async function showAccountLanguage(language: string): Promise<void> {
  const accountLanguage = LANGUAGES.find((known) => known === language);
  if (accountLanguage !== usePreferenceStore.getState().accountLanguage)
    usePreferenceStore.setState({ accountLanguage });
  const wanted = usePreferenceStore.getState().chosenLanguage ?? accountLanguage;
  if (wanted !== undefined && wanted !== useLanguageStore.getState().language) await showLanguage(wanted);
}
