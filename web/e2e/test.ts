import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { Operator, type Account } from "./operator";
import { enter } from "./pages";
import { runningProgram, startProgram, type Program } from "./program";
import { requestSession } from "./stored-session";
import { Watch } from "./watch";

export { expect } from "@playwright/test";

interface Fixtures {
  /** Fails the test for errors on the console and for unexpected refusals by the program. */
  readonly watch: Watch;
  /** The demo account, which has contacts, scorings and reports, in Polish; not signed in yet. */
  readonly demo: Omit<Account, "id">;
  /** An account of the test's own, in Polish, signed in at the list of scorings. */
  readonly person: Account & { readonly page: Page };
}

export const test = base.extend<Fixtures, { readonly program: Program; readonly operator: Operator }>({
  program: [
    async ({}, use, worker) => {
      const running = process.env["BASE_URL"];
      const log = join(worker.project.outputDir, `program-${worker.workerIndex}.log`);
      const program = running === undefined ? await startProgram(log) : await runningProgram(running);
      await use(program);
      await program.stop();
    },
    { scope: "worker", timeout: 360_000 },
  ],

  operator: [async ({ program }, use) => use(new Operator(program)), { scope: "worker" }],

  baseURL: ({ program }, use) => use(program.url),

  watch: [
    async ({ context }, use) => {
      const watch = new Watch(context);
      await use(watch);
      base.expect(watch.problems()).toEqual([]);
    },
    { auto: true },
  ],

  demo: async ({ request }, use) => {
    const { env } = process;
    const demo = { email: env["EMAIL"] ?? "demo@puls.example", password: env["PASSWORD"] ?? "Demo-Puls-2026!" };
    // An earlier test may have left it in another language.
    const { token } = await requestSession(request, demo);
    const headers = { authorization: `Bearer ${token}` };
    const change = "/api/protected/account/users/me:change-language";
    base.expect((await request.post(change, { headers, data: { language: "pl" } })).status()).toBe(200);
    await use(demo);
  },

  person: async ({ operator, page }, use) => {
    const person = await operator.newAccount("osoba");
    await enter(page, person, "/scoring/list", "Lista scoringów");
    await use({ ...person, page });
  },
});
