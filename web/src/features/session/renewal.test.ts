import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, createApi, type Api } from "../../api/api";
import { ScoringService } from "../../api/services";
import type { SessionPort } from "../../api/session-port";
import { endSession, isLeft, startSession, useSessionStore } from "../../stores/session-store";
import { json } from "../../test/fake-fetch";
import { createRenewal, type Renewal } from "./renewal";

const NEVER = 4_000_000_000;
const REFRESH = "/api/public/account/users:refresh-token";

/** The real calls, session and renewal over a server that accepts only the token "new". */
function wired(refresh: () => Response | Promise<Response>): {
  api: Api;
  renewal: Renewal;
  paths: string[];
  ended: string[];
} {
  const paths: string[] = [];
  const ended: string[] = [];
  const renewal: Renewal = createRenewal(() => api);
  const port: SessionPort = {
    ...renewal,
    token: () => useSessionStore.getState().token,
    ended: () => ended.push("ended"),
    denied: () => ended.push("denied"),
    trialExpired: () => undefined,
  };
  const api: Api = createApi({
    session: port,
    onVersion: () => undefined,
    fetch: async (input, init) => {
      const path = input as string;
      paths.push(path);
      if (path === REFRESH) return refresh();
      const fresh = new Headers(init?.headers).get("authorization") === "Bearer new";
      return fresh ? json({ items: [] })() : json({}, 401)();
    },
  });
  return { api, renewal, paths, ended };
}

const refreshes = (paths: readonly string[]): number => paths.filter((path) => path === REFRESH).length;

describe("renewing a session", () => {
  beforeEach(() => startSession({ token: "old", expire: NEVER }));
  afterEach(() => vi.useRealTimers());

  test("twenty calls with a stale token make one refresh and all succeed", async () => {
    const { api, paths, ended } = wired(json({ token: "new", expire: NEVER }));
    await Promise.all(Array.from({ length: 20 }, () => clientOf(api, ScoringService).listScorings({})));
    expect(refreshes(paths)).toBe(1);
    expect(useSessionStore.getState().token).toBe("new");
    expect(ended).toEqual([]);
  });

  test("a token that another tab renewed meanwhile is taken without a refresh", async () => {
    const { api, paths } = wired(json({}, 500));
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "") as { state: object };
    localStorage.setItem("puls.session", JSON.stringify({ ...stored, state: { ...stored.state, token: "new" } }));
    await clientOf(api, ScoringService).listScorings({});
    expect(refreshes(paths)).toBe(0);
    expect(useSessionStore.getState().token).toBe("new");
  });

  test("a refused refresh ends the session", async () => {
    const { api, ended } = wired(json({ error: { title: "" }, meta: { class: "ACCOUNT_SESSION_ENDED" } }, 401));
    await expect(clientOf(api, ScoringService).listScorings({})).rejects.toThrow();
    expect(ended).toEqual(["ended"]);
  });

  test("a refresh without an answer ends nothing", async () => {
    const { api, ended } = wired(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(clientOf(api, ScoringService).listScorings({})).rejects.toThrow(/no answer/);
    expect(ended).toEqual([]);
    expect(useSessionStore.getState().token).toBe("old");
  });

  test("a call that is refused again with the new token is not repeated twice", async () => {
    const { api, paths } = wired(json({ token: "newer", expire: NEVER }));
    await expect(clientOf(api, ScoringService).listScorings({})).rejects.toThrow();
    expect(paths).toHaveLength(3);
  });

  test("a token with less than a minute left is renewed ahead of the call", async () => {
    startSession({ token: "old", expire: Date.now() / 1000 + 30 });
    const { api, paths } = wired(json({ token: "new", expire: NEVER }));
    await clientOf(api, ScoringService).listScorings({});
    expect(paths).toEqual([REFRESH, "/api/protected/scoring/scorings"]);
  });

  test("the locks of the browser are held while renewing", async () => {
    const request = vi.fn((_name: string, _options: object, work: (lock: object) => Promise<boolean>) => work({}));
    vi.stubGlobal("navigator", { locks: { request } });
    const { renewal } = wired(json({ token: "new", expire: NEVER }));
    await Promise.all([renewal.renew("old"), renewal.renew("old")]);
    expect(request).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  test.each([
    ["what the tab before renewed is waited for and taken", "new", 0],
    ["a tab before that renewed nothing is not waited for longer than a second", undefined, 1],
  ])("%s, when the lock came first", async (_, arrives, asked) => {
    vi.useFakeTimers();
    // Available when it is first requested, granted when it is waited for.
    const request = (_name: string, ...rest: unknown[]): unknown =>
      rest.length > 1 ? Promise.resolve(undefined) : (rest[0] as () => unknown)();
    vi.stubGlobal("navigator", { locks: { request } });
    const { renewal, paths } = wired(json({ token: "newer", expire: NEVER }));
    const renewed = renewal.renew("old");
    await vi.advanceTimersByTimeAsync(100);
    expect(paths).toEqual([]);
    if (arrives !== undefined) {
      const stored = JSON.parse(localStorage.getItem("puls.session") ?? "") as { state: object };
      localStorage.setItem("puls.session", JSON.stringify({ ...stored, state: { ...stored.state, token: arrives } }));
      window.dispatchEvent(new StorageEvent("storage", { key: "puls.session" }));
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await renewed).toBe(true);
    expect(refreshes(paths)).toBe(asked);
    expect(useSessionStore.getState().token).toBe(arrives ?? "newer");
    vi.unstubAllGlobals();
  });

  test("a clock that is hours wrong does not end the token early", () => {
    const now = Date.now() / 1000;
    startSession({ token: "t", expire: now - 7200 + 900 }, now - 7200);
    expect(useSessionStore.getState().expire).toBeCloseTo(now + 900, 0);
    endSession();
  });

  // The last one: the page stays left.
  test("a refused call is not repeated in the account that another tab entered", async () => {
    const { api, paths } = wired(json({}, 500));
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "") as { state: object };
    const state = { ...stored.state, token: "new", entry: "another" };
    localStorage.setItem("puls.session", JSON.stringify({ ...stored, state }));
    void clientOf(api, ScoringService).listScorings({});
    await vi.waitFor(() => expect(isLeft()).toBe(true));
    void clientOf(api, ScoringService).listScorings({});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(paths).toEqual(["/api/protected/scoring/scorings"]);
  });
});
