import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Message } from "../i18n/define-messages";
import { dayFormat, writeDaysAs, type DayFormat } from "../lib/day-format";

/** A message with its values, shown in the current language. */
export interface Phrase {
  readonly message: Message;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type Severity = "success" | "info" | "warning" | "error";

/** A condition that lasts until the user acts on it. */
export interface Concern extends Phrase {
  /** A link to the next step. */
  readonly link?: AlertLink | undefined;
  /** Path prefixes of pages that already tell the user about it. */
  readonly shownAt?: readonly string[];
}

export interface AlertLink {
  readonly to: string;
  readonly message: Message;
}

export interface AppAlert extends Concern {
  readonly type: Severity;
  /** Closed by the user. It stays in the list so that it is not shown again. */
  readonly dismissed: boolean;
}

export const SLOTS = ["top", "top_right"] as const;
export type Slot = (typeof SLOTS)[number];

export interface Snackbar extends Phrase {
  readonly id: number;
  readonly type: Severity;
  /** True while shown; false once closed or timed out. */
  readonly state: boolean;
  readonly timeout: number;
  readonly action: SnackbarAction | undefined;
  readonly onClose: (() => void) | undefined;
}

/** A snackbar's action, such as undo; it closes the snackbar. */
export interface SnackbarAction extends Phrase {
  readonly run: () => void;
}

export type SidebarMode = "full" | "mini";

/** An entry of the side menu, or the heading of its children. */
export interface SidebarItem {
  readonly key: string;
  /** A text of the product or of the connected system. */
  readonly label: Message | string;
  /** The name of an icon; empty for none. */
  readonly icon: string;
  /** A path of the application or an https address; empty for a heading. */
  readonly url: string;
  /** The addresses for which it is active; without it, those that begin with its own. */
  readonly of?: RegExp;
  readonly active: boolean;
  readonly children: readonly SidebarItem[];
}

interface AppState {
  readonly sidebarMode: SidebarMode;
  /** Names that the theme maps to colours. */
  readonly sidebarColor: "white";
  readonly sidebarBackground: "white";
  readonly sidebarItems: readonly SidebarItem[];
  readonly alerts: readonly AppAlert[];
  readonly snackbars: Readonly<Record<Slot, readonly Snackbar[]>>;
  /** The code of the last failure that led to an error page. */
  readonly errorCode: number | undefined;
  /** The deployment stage; errors are reported on every stage except "local". */
  readonly stage: string;
  readonly displayDateFormat: DayFormat;
  /** The dialog about the product as a whole, if one is open. */
  readonly dialog: "trial-expired" | "client-login" | undefined;
  /** The number of the account that a super admin works on, as reported by the server. */
  readonly superAdminAccount: string | undefined;
  /** The version last reported by the server; undefined before the first answer. */
  readonly version: string | undefined;
  /** True once the server reports another version than before: this page is outdated. */
  readonly needsRefresh: boolean;
  readonly devMode: boolean;
  readonly mockMode: boolean;
}

const SNACKBAR_TIMEOUT_MS = 3000;
/** Long enough for undoing an action. */
const UNDO_TIMEOUT_MS = 10_000;

/** The state of the running page as a whole. */
export const useAppStore = create<AppState>()(
  persist(
    (): AppState => ({
      sidebarMode: "full",
      sidebarColor: "white",
      sidebarBackground: "white",
      sidebarItems: [],
      alerts: [],
      snackbars: { top: [], top_right: [] },
      errorCode: undefined,
      stage: "production",
      displayDateFormat: dayFormat(),
      dialog: undefined,
      superAdminAccount: undefined,
      version: undefined,
      needsRefresh: false,
      devMode: false,
      mockMode: false,
    }),
    // Only the chosen mode is persisted.
    { name: "puls.app", partialize: ({ sidebarMode }) => ({ sidebarMode }) },
  ),
);

useAppStore.subscribe(({ displayDateFormat }) => writeDaysAs(displayDateFormat));

/** Records the server's version. */
export function noteVersion(version: string): void {
  useAppStore.setState((state) => ({
    version,
    needsRefresh: state.needsRefresh || (state.version !== undefined && state.version !== version),
  }));
}

export function noteSuperAdmin(account: string | undefined): void {
  if (useAppStore.getState().superAdminAccount !== account) useAppStore.setState({ superAdminAccount: account });
}

export function openDialog(dialog: AppState["dialog"]): void {
  useAppStore.setState({ dialog });
}

export function chooseSidebarMode(sidebarMode: SidebarMode): void {
  useAppStore.setState({ sidebarMode });
}

/** Adds an entry to the side menu. It and its children are initially inactive. */
export function addSidebarItem(item: SidebarItem): void {
  const inactive: SidebarItem = {
    ...item,
    active: false,
    children: item.children.map((child) => ({ ...child, active: false })),
  };
  useAppStore.setState(({ sidebarItems }) => ({ sidebarItems: [...sidebarItems, inactive] }));
}

function same(one: Phrase, other: Phrase): boolean {
  return one.message.id === other.message.id && JSON.stringify(one.values) === JSON.stringify(other.values);
}

/** Adds an alert, unless one with the same message exists and `repeat` is not set. */
export function addAlert(concern: Concern, type: Severity = "warning", { repeat = false } = {}): void {
  useAppStore.setState(({ alerts }) =>
    !repeat && alerts.some((alert) => same(alert, concern))
      ? {}
      : { alerts: [...alerts, { ...concern, type, dismissed: false }] },
  );
}

/** Marks an alert as closed by the user. */
export function dismissAlert(phrase: Phrase): void {
  useAppStore.setState(({ alerts }) => ({
    alerts: alerts.map((alert) => (same(alert, phrase) ? { ...alert, dismissed: true } : alert)),
  }));
}

/** Removes an alert by its message; dismissed ones only if forced. */
export function removeAlert(phrase: Phrase, { force = false } = {}): void {
  useAppStore.setState(({ alerts }) => ({
    alerts: alerts.filter((alert) => !same(alert, phrase) || (alert.dismissed && !force)),
  }));
}

/** Removes all alerts that were not dismissed. Dismissed ones stay, so that they are not shown again. */
export function clearAlerts(): void {
  useAppStore.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.dismissed) }));
}

let lastSnackbar = 0;

/** Shows a message for a short time; returns its id. */
export function showSnackbar(
  phrase: Phrase,
  {
    type = "success",
    slot = "top_right",
    action,
    onClose,
    timeout = action ? UNDO_TIMEOUT_MS : SNACKBAR_TIMEOUT_MS,
  }: SnackbarOptions = {},
): number {
  const snackbar: Snackbar = { ...phrase, id: ++lastSnackbar, type, state: true, timeout, action, onClose };
  useAppStore.setState(({ snackbars }) => ({ snackbars: { ...snackbars, [slot]: [...snackbars[slot], snackbar] } }));
  return snackbar.id;
}

interface SnackbarOptions {
  readonly type?: Severity;
  readonly slot?: Slot;
  /** Milliseconds; three seconds, or ten with an action. */
  readonly timeout?: number;
  readonly action?: SnackbarAction | undefined;
  /** Called when it is closed: by the user, after its time, or after its action. */
  readonly onClose?: () => void;
}

export function closeSnackbar(id: number): void {
  const { top, top_right } = useAppStore.getState().snackbars;
  const open = (one: Snackbar): boolean => one.id !== id;
  useAppStore.setState({ snackbars: { top: top.filter(open), top_right: top_right.filter(open) } });
  [...top, ...top_right].find((one) => one.id === id)?.onClose?.();
}
