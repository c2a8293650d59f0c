import type { APIRequestContext, Page } from "@playwright/test";

interface Session {
  readonly token?: string;
  readonly expire: number;
}

/** The session as stored by the page. */
export function storedSession(page: Page): Promise<Session> {
  return page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "{}") as { state?: Session };
    return stored.state ?? { expire: 0 };
  });
}

/** Changes the stored session without the page's knowledge. */
export function changeSession(page: Page, change: object): Promise<void> {
  return page.evaluate((part) => {
    const stored = JSON.parse(localStorage.getItem("puls.session") ?? "{}") as { state?: object };
    localStorage.setItem("puls.session", JSON.stringify({ ...stored, state: { ...stored.state, ...part } }));
  }, change);
}

/** Signs in without a page: the program's response, with the end of the token in Unix seconds. */
export async function requestSession(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; expire: number }> {
  const answer = await request.post("/api/public/account/users:login", { data: { email, password } });
  const { token, expire } = (await answer.json()) as { token: string; expire: number | string };
  return { token, expire: Number(expire) };
}
