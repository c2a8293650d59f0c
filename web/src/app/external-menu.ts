import { useRouteLoaderData } from "react-router";
import type { UiMenuItem } from "../api/messages";
import { SESSION_ROUTE } from "../features/session";
import { useLanguageStore } from "../i18n/language";
import { useSessionStore } from "../stores/session-store";

/** An entry as it is drawn: its words in the language on screen. */
export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  /** A path of the application or an https address; empty for a heading. */
  readonly url: string;
  readonly children: readonly MenuEntry[];
}

export interface ExternalMenus {
  readonly sideMenu: readonly MenuEntry[];
  readonly userMenu: readonly MenuEntry[];
  readonly rightMenu: readonly MenuEntry[];
}

/** Texts of the connected system by language and key. */
export type ExternalTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The menus that the connected system gave for the account; empty ones where it said nothing. */
export function useExternalUi(): ExternalMenus {
  const ui = useSessionStore((state) => state.ui);
  const language = useLanguageStore((state) => state.language);
  const data = useRouteLoaderData<{ readonly texts: ExternalTexts }>(SESSION_ROUTE);
  const texts = data?.texts[language] ?? {};
  return {
    sideMenu: toEntries(ui?.sideMenu, texts),
    userMenu: toEntries(ui?.topBar?.userMenu, texts),
    rightMenu: toEntries(ui?.topBar?.rightMenu, texts),
  };
}

/** Entries with their words; a label that is a key of the texts is looked up, an address that is no such is left out. */
export function toEntries(
  items: readonly UiMenuItem[] | undefined,
  texts: Readonly<Record<string, string>>,
): MenuEntry[] {
  return (items ?? []).map(({ key, label, icon, url, children }) => ({
    key,
    label: texts[label] ?? (label || key),
    icon,
    url: isSafe(url) ? url : "",
    children: toEntries(children, texts),
  }));
}

/** A path inside the application or an https address: nothing that would run as a script. */
function isSafe(url: string): boolean {
  return url.startsWith("https://") || (url.startsWith("/") && !/^\/[/\\]/.test(url));
}

export function isExternal(url: string): boolean {
  return url.startsWith("https://");
}
