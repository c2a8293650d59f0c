// Error reports and the support script, from a real second origin under the program's own policy.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { settings, signIn } from "./browser.mjs";
import { amend, heading, newPerson, refuse } from "./help.mjs";

const { secondOrigin } = settings;
const readAll = async () =>
  (await (await fetch(`${secondOrigin}/envelopes`)).json()).map((one) => Buffer.from(one, "base64"));
const forget = () => fetch(`${secondOrigin}/envelopes`, { method: "DELETE" });

/** What the recordings in the envelopes hold, unpacked. */
function recordings(envelopes) {
  return envelopes.flatMap((bytes) => {
    const at = bytes.indexOf('{"segment_id"');
    if (at < 0) return [];
    const packed = bytes.subarray(bytes.indexOf(10, at) + 1);
    return [packed[0] === 0x5b ? packed.toString("utf8") : inflateSync(packed).toString("utf8")];
  });
}

async function until(what, ready) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(250)) {
    const found = await ready();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

/** The page as it runs in production, with every chance of the browser falling as the flow says. */
async function inProduction(page, chance) {
  assert.ok(
    secondOrigin,
    "set SECOND_ORIGIN, and start the program with its support script and DSN (e2e/with-program.mjs)",
  );
  await forget();
  await page.addInitScript((fixed) => (Math.random = () => fixed), chance);
  await amend(page, "**/config.json", (config) => {
    assert.ok(config.sentryDsn.includes(new URL(secondOrigin).host), "the program knows the project");
    return { ...config, stage: "production" };
  });
}

export const reportFlows = [
  {
    name: "the support script comes from another origin, after the page",
    run: async (page) => {
      await page.goto("/login");
      await heading(page, "Zaloguj się").waitFor();
      await page.waitForFunction(() => window.supportLoaded === "complete");
      assert.equal(await page.locator("script[data-support]").getAttribute("src"), `${secondOrigin}/support.js`);
    },
  },
  {
    name: "one session in ten is recorded, and no text or input of it leaves the browser",
    run: async (page) => {
      const person = await newPerson("nagranie");
      await inProduction(page, 0.09);
      await page.goto("/settings");
      await signIn(page, person);
      await heading(page, "Moje dane").waitFor();
      await page.getByLabel("Nazwa firmy").fill("Kanarek Sp. z o.o.");
      await page.waitForTimeout(6_000);
      await page.getByLabel("Miejscowość").fill("Kanarkowo");
      const text = await until("a recording", async () => recordings(await readAll()).join("\n"));
      assert.match(text, /\*{4}/, "texts are masked");
      assert.doesNotMatch(text, /Kanar|nagranie-|Moje dane|Strefa czasowa/);
    },
  },
  {
    name: "of the other nine only a session with an error is recorded",
    run: async (page) => {
      await inProduction(page, 0.5);
      await page.goto("/login");
      await heading(page, "Zaloguj się").waitFor();
      await page.waitForTimeout(8_000);
      assert.deepEqual(recordings(await readAll()), []);
      await refuse(page, "**/users:login", 500, "INTERNAL");
      await signIn(page, { email: "canary@secret.example", password: "Canary-Secret-1" });
      await page.getByRole("alert").waitFor();
      const all = await until("the report and its recording", async () => {
        const envelopes = await readAll();
        return recordings(envelopes).length > 0 && envelopes;
      });
      const text = [...all.map(String), ...recordings(all)].join("\n");
      assert.match(text, /INTERNAL/);
      assert.doesNotMatch(text, /canary|Canary/);
    },
  },
];
