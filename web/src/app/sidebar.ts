import { isOn } from "../flags/flags";
import { paths } from "../lib/paths";
import { addSidebarItem, useAppStore, type SidebarItem } from "../stores/app-store";
import { useSessionStore } from "../stores/session-store";
import { toEntries } from "./external-menu";
import { appMessages } from "./messages";
import { wordMessages } from "../i18n/word-messages";

type Entry = Pick<SidebarItem, "url" | "icon" | "label"> & { readonly of?: RegExp };

const MAIN: Entry = { url: paths.home, of: /^\/$/, icon: "back", label: appMessages.mainMenu };

const SCORING: readonly Entry[] = [
  { url: paths.scoringList, icon: "list", label: wordMessages.listOfScorings },
  { url: paths.scoringChannel, icon: "plus", label: appMessages.calculateNew },
];

const REPORTS: readonly Entry[] = [
  { url: paths.reports, icon: "chart", label: wordMessages.reports },
  { url: paths.sendings, icon: "mail", label: appMessages.sendings },
];

const CONTACTS: readonly Entry[] = [
  {
    url: paths.contacts,
    // Other pages have addresses below it.
    of: /^\/contacts(\/new|\/\d+\/\d+)?\/?$/,
    icon: "contacts",
    label: wordMessages.contacts,
  },
  { url: paths.imports, icon: "upload", label: appMessages.imports },
  { url: paths.groups, of: /^\/contacts\/(groups|features)\/?$/, icon: "apps", label: appMessages.groups },
  { url: paths.databases, icon: "database", label: wordMessages.databases },
  { url: paths.connections, icon: "api", label: appMessages.connections },
  { url: paths.eventLog, icon: "file", label: appMessages.eventLog },
];

/** Fills the side menu: the product's own entries and, after the link to the start page, the connected system's. */
export function fillSidebar(): void {
  const external = toEntries(useSessionStore.getState().ui?.sideMenu, {});
  useAppStore.setState({ sidebarItems: [] });
  addSidebarItem(itemOf(MAIN));
  for (const item of external) addSidebarItem({ ...item, key: `external-${item.key}` });
  addSidebarItem(groupOf("scoring", wordMessages.scoring, isOn("ff_scoring") ? [...SCORING, ...REPORTS] : REPORTS));
  addSidebarItem(groupOf("contacts", wordMessages.contacts, CONTACTS));
}

function itemOf(entry: Entry): SidebarItem {
  return { ...entry, key: entry.url, active: false, children: [] };
}

function groupOf(key: string, label: SidebarItem["label"], entries: readonly Entry[]): SidebarItem {
  return { key, label, icon: "", url: "", active: false, children: entries.map(itemOf) };
}

/** The items of a page: those that lead to it are active. */
export function activeAt(pathname: string, items: readonly SidebarItem[]): SidebarItem[] {
  return items.map((item) => ({
    ...item,
    active: item.of ? item.of.test(pathname) : item.url !== "" && isBelow(pathname, item.url),
    children: activeAt(pathname, item.children),
  }));
}

function isBelow(pathname: string, url: string): boolean {
  const path = url.replace(/[?#].*$/, "").replace(/\/$/, "");
  return pathname === path || pathname.startsWith(`${path}/`);
}
