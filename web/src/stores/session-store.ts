import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { UiConfig } from "../api/messages";
import { paths } from "../lib/paths";

/** Interface settings of the connected system; plain data, in the form stored. */
export type ExternalUi = Pick<UiConfig, "sideMenu" | "topBar" | "language" | "externalLinks">;

export interface SessionState {
  /** Bearer token; undefined when signed out. */
  readonly token: string | undefined;
  /** The expiry of the token, in Unix seconds of this device's clock. */
  readonly expire: number;
  /** Changes when another user or account is signed in, not when a token is renewed. */
  readonly entry: string | undefined;
  /** Interface settings requested by the connected system; undefined if there are none. */
  readonly ui: ExternalUi | undefined;
}

/** The answer to signing in, renewing and changing the account. */
export interface IssuedToken {
  readonly token: string;
  /** Unix seconds of the server's clock. */
  readonly expire: number;
  readonly externalUiConfig?: UiConfig | undefined;
}

const NAME = "puls.session";
/** Renew the token early if it has less than this left. */
const SOON_SECONDS = 60;

const SIGNED_OUT: SessionState = { token: undefined, expire: 0, entry: undefined, ui: undefined };

/**
 * The signed-in session. It is kept in localStorage, so that all tabs share it and every change in one tab (a renewed
 * token, another account, the end) applies to all. The refresh token is a cookie that scripts cannot read.
 */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => SIGNED_OUT, {
    name: NAME,
    // Without a stored value there is no session: one that ended in another tab must not continue here.
    merge: (stored) => ({ ...SIGNED_OUT, ...(stored as Partial<SessionState> | undefined) }),
  }),
);

/** Starts a session, or another account in it. `serverNow` (Unix seconds) corrects for a wrong clock. */
export function startSession(issued: IssuedToken, serverNow?: number): void {
  take(issued, serverNow, newEntry());
}

/** Not `randomUUID`: browsers provide it over https only. */
function newEntry(): string {
  return `${Date.now()}-${Math.random()}`;
}

/** The server has brought the session home: data of the account that it worked in must not stay. */
export function leaveEntry(): void {
  useSessionStore.setState({ entry: newEntry() });
}

/** Continues the same session with a new token. */
export function continueSession(issued: IssuedToken, serverNow?: number): void {
  take(issued, serverNow, useSessionStore.getState().entry);
}

function take(issued: IssuedToken, serverNow: number | undefined, entry: string | undefined): void {
  const skew = serverNow === undefined ? 0 : now() - serverNow;
  // A few seconds of latency do not mean a wrong clock.
  const expire = issued.expire + (Math.abs(skew) > 30 ? skew : 0);
  useSessionStore.setState({ token: issued.token, expire, entry, ui: plain(issued.externalUiConfig) });
  useEndStore.setState({ ranOut: undefined });
}

function plain(ui: UiConfig | undefined): ExternalUi | undefined {
  if (ui === undefined) return undefined;
  const { sideMenu, topBar, language, externalLinks } = ui;
  return { sideMenu, topBar, language, externalLinks };
}

/**
 * Clears the session. `ranOut` is the page at which it expired without action of the user; the sign-in page says so.
 */
export function endSession(ranOut?: string): void {
  useSessionStore.setState(SIGNED_OUT);
  useEndStore.setState({ ranOut });
}

/** The page, with its search, at which the last session of this window expired; undefined if the user signed out. */
export const useEndStore = create(() => ({ ranOut: undefined as string | undefined }));

let left = false;

/**
 * Loads the product afresh, because the session now belongs to another user or account than this page. Until it is gone
 * the page asks nothing and sends nothing.
 */
export function restartPage(): void {
  left = true;
  // A page restored from the browser's cache is outdated too.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  window.location.assign(paths.home);
}

/** Whether the data of this page belong to another user or account than the session. */
export function isLeft(): boolean {
  return left;
}

/** Whether there is a token that is not expired at `moment` (Unix seconds). */
export function hasValidSession(moment = now()): boolean {
  const { token, expire } = useSessionStore.getState();
  return token !== undefined && expire > moment;
}

/** Whether the token is about to expire. */
export function endsSoon(): boolean {
  const { token, expire } = useSessionStore.getState();
  return token !== undefined && expire - now() < SOON_SECONDS;
}

/** Reads a value possibly written by another tab. */
export function readSharedSession(): void {
  void useSessionStore.persist.rehydrate();
}

/** Calls `onChange` when another user or account is signed in, who must not see data of the previous one. */
export function onEntry(onChange: () => void): void {
  useSessionStore.subscribe((after, before) => {
    if (after.entry !== before.entry) onChange();
  });
}

/** Calls `onChange` after another tab changed the session. */
export function watchOtherTabs(onChange: (before: SessionState, after: SessionState) => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key !== NAME && event.key !== null) return;
    const before = useSessionStore.getState();
    if (event.key === null) endSession();
    else readSharedSession();
    onChange(before, useSessionStore.getState());
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

function now(): number {
  return Date.now() / 1000;
}
