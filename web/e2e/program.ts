import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSecondOrigin } from "./second-origin";

/** The whole program, with the demo account loaded. */
export interface Program {
  readonly url: string;
  /** The data folder. */
  readonly data: string;
  /** The command that runs it. */
  readonly command: string;
  /** Where the support script comes from and error reports go. */
  readonly secondOrigin: string;
  readonly stop: () => Promise<void>;
}

const START_MS = 300_000;
const { env } = process;
const root = join(import.meta.dirname, "../..");
const command = env["PULS"] ?? join(root, "bin/puls");

/** Starts the program on a free port and an empty data folder; what it prints goes to `logFile`. */
export async function startProgram(logFile: string): Promise<Program> {
  const second = await startSecondOrigin(0);
  const data = mkdtempSync(join(tmpdir(), "puls-e2e-"));
  chmodSync(data, 0o755); // Postgres runs as another user when this one is root
  mkdirSync(join(logFile, ".."), { recursive: true });
  const log = openSync(logFile, "w");
  const program = spawn(command, ["local", "--data", data, "--http", "127.0.0.1:0", "--web", "web/dist"], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      ...env,
      PULS_SUPPORT_SCRIPT_URL: `${second.url}/support.js`,
      PULS_SENTRY_DSN: `${second.url.replace("http://", "http://key@")}/7`,
    },
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    await end(program);
    await second.close();
    rmSync(data, { recursive: true, force: true });
  };

  const read = (name: string): unknown => JSON.parse(readFileSync(join(data, name), "utf8"));
  const ready = (): boolean =>
    existsSync(join(data, "run.json")) &&
    existsSync(join(data, "demo.json")) &&
    (read("demo.json") as { finished?: boolean }).finished === true;
  const deadline = Date.now() + START_MS;
  while (!ready()) {
    if (program.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the program did not start:\n${readFileSync(logFile, "utf8")}`);
    }
    await pause(200);
  }
  return { url: (read("run.json") as { http: string }).http, data, command, secondOrigin: second.url, stop };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  const exit = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGINT");
  await exit;
}

/** The program at BASE_URL, which runs already on the folder DATA, with its second origin at SECOND_ORIGIN. */
export async function runningProgram(url: string): Promise<Program> {
  const port = new URL(env["SECOND_ORIGIN"] ?? "http://127.0.0.1:0").port;
  const second = await startSecondOrigin(Number(port));
  return { url, data: env["DATA"] ?? "", command, secondOrigin: second.url, stop: second.close };
}
