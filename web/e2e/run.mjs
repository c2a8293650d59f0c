// Runs every flow against a whole program: BASE_URL=… EMAIL=… PASSWORD=… npm run e2e [part of a flow's name]
import { flows } from "./flows.mjs";
import { openBrowser, visitor } from "./browser.mjs";

const wanted = process.argv[2] ?? "";
const browser = await openBrowser();
let failed = 0;
for (const { name, options, run } of flows.filter((flow) => flow.name.includes(wanted))) {
  const guest = await visitor(browser, options);
  const started = Date.now();
  try {
    await run(guest.page);
    if (guest.errors.length > 0) throw new Error(`the console says:\n${guest.errors.join("\n")}`);
    console.log(`ok   ${name} (${Date.now() - started} ms)`);
  } catch (error) {
    failed++;
    console.error(`FAIL ${name}\n${error.stack ?? error}`);
    await guest.page.screenshot({ path: new URL(`./artifacts/failed.png`, import.meta.url).pathname });
  } finally {
    await guest.close();
  }
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
