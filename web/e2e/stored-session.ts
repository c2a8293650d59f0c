import type { Page } from "@playwright/test";

interface Session {
  readonly token?: string;
  readonly expire: number;
}

/** The session as the page keeps it. */
export function storedSession(page: Page): Promise<Session> {
  return page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "{}") as { state?: Session };
    return stored.state ?? { expire: 0 };
  });
}

/** Changes the kept session behind the page's back. */
export function changeSession(page: Page, change: object): Promise<void> {
  return page.evaluate((part) => {
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "{}") as { state?: object };
    localStorage.setItem("puls.session", JSON.stringify({ ...stored, state: { ...stored.state, ...part } }));
  }, change);
}

/** Keeps what the program answered to signing in, as a page that signed in would. The page must be the program's own. */
export function storeSession(page: Page, answer: { token: string; expire: number | string }): Promise<void> {
  const state = { token: answer.token, expire: Number(answer.expire), entry: `${Date.now()}-${Math.random()}` };
  return page.evaluate((kept) => localStorage.setItem("puls.session", JSON.stringify(kept)), { state, version: 0 });
}
