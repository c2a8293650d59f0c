import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";

interface SessionState {
  /** Bearer token; undefined when nobody is signed in. */
  readonly token: string | undefined;
  /** When the token ends, in Unix seconds. */
  readonly expire: number;
}

/**
 * The signed-in session. It lives in sessionStorage: a reload keeps it, another tab and a closed window do not.
 * Refreshing belongs behind `renew` of the api's session port and writes here.
 */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ token: undefined, expire: 0 }), {
    name: "puls.session",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** Starts a session with what signing in answered. */
export function startSession(token: string, expire: number): void {
  useSessionStore.setState({ token, expire });
}

/** Forgets the session. */
export function endSession(): void {
  useSessionStore.setState({ token: undefined, expire: 0 });
}

/** Whether there is a token that has not run out at `now` (Unix seconds). */
export function hasValidSession(now: number): boolean {
  const { token, expire } = useSessionStore.getState();
  return token !== undefined && expire > now;
}
