import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { UiConfig } from "../api/messages";

/** Interface settings of the connected system; plain data, as it is stored. */
export type ExternalUi = Pick<UiConfig, "sideMenu" | "topBar" | "language" | "externalLinks">;

interface SessionState {
  /** Bearer token; undefined when signed out. */
  readonly token: string | undefined;
  /** When the token ends, in Unix seconds of this device's clock. */
  readonly expire: number;
  /** Changes when another person or account comes in, not when a token is renewed. */
  readonly entry: string | undefined;
  /** How the connected system wants the interface; undefined when it said nothing. */
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
/** Renew ahead when the token has less than this left. */
const SOON_SECONDS = 60;

const NOBODY: SessionState = { token: undefined, expire: 0, entry: undefined, ui: undefined };

/**
 * The signed-in session. It lives in localStorage, so that every tab has it and whatever one tab does to it (a renewed
 * token, another account, the end) holds for all. The refresh token is a cookie that no script can read.
 */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => NOBODY, {
    name: NAME,
    // Without a stored value there is none: a session that ended in another tab must not live on here.
    merge: (stored) => ({ ...NOBODY, ...(stored as Partial<SessionState> | undefined) }),
  }),
);

/** Starts a session, or another account in it. `serverNow` (Unix seconds) corrects for a clock that is wrong. */
export function startSession(issued: IssuedToken, serverNow?: number): void {
  // No `randomUUID`: browsers offer it to pages over https only.
  take(issued, serverNow, `${Date.now()}-${Math.random()}`);
}

/** Goes on with the same session under a new token. */
export function continueSession(issued: IssuedToken, serverNow?: number): void {
  take(issued, serverNow, useSessionStore.getState().entry);
}

function take(issued: IssuedToken, serverNow: number | undefined, entry: string | undefined): void {
  const skew = serverNow === undefined ? 0 : now() - serverNow;
  // Seconds of travel are no wrong clock.
  const expire = issued.expire + (Math.abs(skew) > 30 ? skew : 0);
  useSessionStore.setState({ token: issued.token, expire, entry, ui: plain(issued.externalUiConfig) });
  useEndStore.setState({ ranOut: undefined });
}

function plain(ui: UiConfig | undefined): ExternalUi | undefined {
  if (ui === undefined) return undefined;
  const { sideMenu, topBar, language, externalLinks } = ui;
  return { sideMenu, topBar, language, externalLinks };
}

/** Forgets the session. One that `ranOut` at a page without the person's doing is told of where they sign in again. */
export function endSession(ranOut?: string): void {
  useSessionStore.setState(NOBODY);
  useEndStore.setState({ ranOut });
}

/** The page at which the last session of this window ran out, with its search; undefined where it was left. */
export const useEndStore = create(() => ({ ranOut: undefined as string | undefined }));

/** Whether there is a token that has not run out at `moment` (Unix seconds). */
export function hasValidSession(moment = now()): boolean {
  const { token, expire } = useSessionStore.getState();
  return token !== undefined && expire > moment;
}

/** Whether the token is about to end. */
export function endsSoon(): boolean {
  const { token, expire } = useSessionStore.getState();
  return token !== undefined && expire - now() < SOON_SECONDS;
}

/** Reads a value that another tab may have written. */
export function readSharedSession(): void {
  void useSessionStore.persist.rehydrate();
}

/** Calls `onChange` when another user or account comes in, to whom nothing of the one before may be shown. */
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
