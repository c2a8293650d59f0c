// What several flows need: answers in the server's place, mails, people of their own.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { settings } from "./browser.mjs";

export const PASSWORD = "Haslo-Testowe-2026!";

export const heading = (page, name) => page.getByRole("heading", { level: 1, name });

/** Answers a call with the product's error. */
export async function refuse(page, pattern, status, reason, { times, headers = {} } = {}) {
  const body = JSON.stringify({ error: { title: "refused by the flow" }, meta: { class: reason } });
  await page.route(
    pattern,
    (route) => route.fulfill({ status, contentType: "application/json", headers, body }),
    times === undefined ? {} : { times },
  );
}

/** Lets a call through to the program and changes its JSON answer or its headers. */
export async function amend(page, pattern, change, headers = {}) {
  await page.route(pattern, async (route) => {
    const answer = await route.fetch();
    const body = change && answer.ok() ? JSON.stringify(change(await answer.json())) : await answer.body();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), ...headers }, body });
  });
}

/** The newest link with this path in a mail to an address, once it has come. */
export async function linkInMail(path, after = 0) {
  const folder = join(settings.data, "mail");
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(100)) {
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith(".html"))
      .sort()
      .slice(after);
    for (const name of mails.reverse()) {
      const link = new RegExp(`https?://[^"<\\s]+${path}/[^"<\\s]+`).exec(
        readFileSync(join(folder, name), "utf8"),
      )?.[0];
      if (link) return link;
    }
  }
  throw new Error(`no mail with a link to ${path}`);
}

/** How many mails there are now; what comes later is found by `linkInMail(…, count)`. */
export function mailCount() {
  return readdirSync(join(settings.data, "mail")).filter((name) => name.endsWith(".html")).length;
}

async function post(path, body, headers = {}) {
  const answer = await fetch(settings.baseURL + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

/** A person with an account of their own, made by the operator, and a token. */
export async function newPerson(name) {
  const email = `${name}-${Date.now()}@firma.example`;
  execFileSync(settings.program, ["account", "create", "--email", email, "--data", settings.data], {
    env: { ...process.env, PULS_PASSWORD: PASSWORD },
  });
  const { token } = await post("/api/public/account/users:login", { email, password: PASSWORD });
  return {
    email,
    password: PASSWORD,
    token,
    post: (path, body) => post(path, body, { authorization: `Bearer ${token}` }),
  };
}

/** The session as the page keeps it. */
export function storedSession(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("puls.session") ?? "null")?.state);
}

/** Changes the kept session behind the page's back. */
export function changeSession(page, change) {
  return page.evaluate((part) => {
    const stored = JSON.parse(localStorage.getItem("puls.session"));
    localStorage.setItem("puls.session", JSON.stringify({ ...stored, state: { ...stored.state, ...part } }));
  }, change);
}

/** Switches a language or a look in the user menu. */
export async function choose(page, item) {
  await page.getByRole("button", { name: /^(Menu użytkownika|User menu)/ }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
  await page.getByRole("menu").waitFor({ state: "hidden" });
}

/** Waits until the element that has the focus answers to a test. */
export function focused(page, selector) {
  return page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}
