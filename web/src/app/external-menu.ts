import { useRouteLoaderData } from "react-router";
import type { UiMenuItem } from "../api/messages";
import { SESSION_ROUTE } from "../features/session";
import { useLanguageStore } from "../i18n/language";
import type { SidebarItem } from "../stores/app-store";
import { useSessionStore } from "../stores/session-store";

/** An entry of the connected system. */
export interface MenuEntry extends SidebarItem {
  readonly label: string;
  readonly children: readonly MenuEntry[];
}

export interface ExternalMenus {
  readonly userMenu: readonly MenuEntry[];
  readonly rightMenu: readonly MenuEntry[];
}

/** Texts of the connected system by language and key. */
export type ExternalTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The connected system's texts in the present language, by key. */
export function useExternalTexts(): Readonly<Record<string, string>> {
  const language = useLanguageStore((state) => state.language);
  const data = useRouteLoaderData<{ readonly texts: ExternalTexts }>(SESSION_ROUTE);
  return data?.texts[language] ?? {};
}

/** The menus of the top bar that the connected system set for the account; empty ones by default. */
export function useExternalUi(): ExternalMenus {
  const topBar = useSessionStore((state) => state.ui?.topBar);
  const texts = useExternalTexts();
  return { userMenu: toEntries(topBar?.userMenu, texts), rightMenu: toEntries(topBar?.rightMenu, texts) };
}

/** Entries with their texts: a label that is a key of the texts is looked up, an unsafe address is left out. */
export function toEntries(
  items: readonly UiMenuItem[] | undefined,
  texts: Readonly<Record<string, string>>,
): MenuEntry[] {
  return (items ?? []).map(({ key, label, icon, url, children }) => ({
    key,
    label: texts[label] ?? (label || key),
    icon,
    url: isSafe(url) ? url : "",
    active: false,
    children: toEntries(children, texts),
  }));
}

/** A path inside the application or an https address: no address that could run a script. */
function isSafe(url: string): boolean {
  return url.startsWith("https://") || (url.startsWith("/") && !/^\/[/\\]/.test(url));
}

export function isExternal(url: string): boolean {
  return url.startsWith("https://");
}
