// Starts the whole program on an empty data folder, waits for the demo account, and runs the flows against it.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSecondOrigin } from "./second-origin.mjs";

const root = new URL("../..", import.meta.url).pathname;
const data = mkdtempSync(join(tmpdir(), "puls-e2e-"));
chmodSync(data, 0o755); // Postgres runs as another user when this one is root
const second = await startSecondOrigin();
const program = spawn(join(root, "bin/puls"), ["local", "--data", data, "--http", "127.0.0.1:0", "--web", "web/dist"], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    PULS_SUPPORT_SCRIPT_URL: `${second.url}/support.js`,
    PULS_SENTRY_DSN: `${second.url.replace("http://", "http://key@")}/7`,
  },
});
const ended = new Promise((resolve) => program.once("exit", resolve));
let exited = false;
ended.then(() => (exited = true));
program.stdout.on("data", (text) => process.stdout.write(text));

async function until(what, ready) {
  for (const deadline = Date.now() + 300_000; !ready(); await pause(200)) {
    if (exited || Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
  }
}

const read = (name) => JSON.parse(readFileSync(join(data, name), "utf8"));
let code = 1;
try {
  await until("the program", () => existsSync(join(data, "run.json")));
  await until("the demo account", () => existsSync(join(data, "demo.json")) && read("demo.json").finished === true);
  const flows = spawn(process.execPath, [new URL("./run.mjs", import.meta.url).pathname, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      ...process.env,
      BASE_URL: read("run.json").http,
      EMAIL: "demo@puls.example",
      PASSWORD: "Demo-Puls-2026!",
      DATA: data,
      PULS: join(root, "bin/puls"),
      SECOND_ORIGIN: second.url,
    },
  });
  code = await new Promise((resolve) => flows.once("exit", (status) => resolve(status ?? 1)));
} finally {
  program.kill("SIGINT");
  await ended;
  second.close();
  rmSync(data, { recursive: true, force: true });
}
process.exit(code);
