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
  /** The origin of the support script and the receiver of error reports. */
  readonly secondOrigin: string;
  readonly stop: () => Promise<void>;
}

/** A test's own program, which it may kill. */
export interface KillableProgram extends Program {
  /** Ends the program immediately, like a crash. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its data and its port. */
  readonly restart: () => Promise<void>;
}

const START_MS = 300_000;
const { env } = process;
const root = join(import.meta.dirname, "../..");
const command = env["PULS"] ?? join(root, "bin/puls");

/** Starts the program on a free port and an empty data folder; its output goes to `logFile`. */
export async function startProgram(logFile: string): Promise<KillableProgram> {
  const second = await startSecondOrigin(0);
  const data = mkdtempSync(join(tmpdir(), "puls-e2e-"));
  chmodSync(data, 0o755); // Postgres runs as another user when this one is root
  mkdirSync(join(logFile, ".."), { recursive: true });
  let running: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (running) await end(running, "SIGINT");
    await second.close();
    rmSync(data, { recursive: true, force: true });
  };
  const start = async (http: string): Promise<string> => {
    rmSync(join(data, "run.json"), { force: true });
    running = launch(data, http, second.url, logFile);
    try {
      return await ready(running, data);
    } catch (error) {
      await stop();
      throw new Error(`the program did not start:\n${readFileSync(logFile, "utf8")}`, { cause: error });
    }
  };
  const url = await start("127.0.0.1:0");
  return {
    url,
    data,
    command,
    secondOrigin: second.url,
    stop,
    kill: () => (running ? end(running, "SIGKILL") : Promise.resolve()),
    restart: async () => {
      await start(new URL(url).host);
    },
  };
}

/** The environment without the settings of the installation that the flows run against. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = (name: string): boolean => /^(PULS|DATABASE_URL|NATS_URL)(_|$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign(name)));
}

function launch(data: string, http: string, secondOrigin: string, logFile: string): ChildProcess {
  const log = openSync(logFile, "a");
  const program = spawn(command, ["local", "--data", data, "--http", http, "--web", "web/dist"], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      ...ownEnvironment(),
      PULS_SUPPORT_SCRIPT_URL: `${secondOrigin}/support.js`,
      PULS_DESTINATION_URL: secondOrigin,
      PULS_SENTRY_DSN: `${secondOrigin.replace("http://", "http://key@")}/7`,
    },
  });
  closeSync(log);
  return program;
}

/** Waits for the program with its demo account and returns its address. */
async function ready(program: ChildProcess, data: string): Promise<string> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(data, name), "utf8"));
  const deadline = Date.now() + START_MS;
  while (
    !existsSync(join(data, "run.json")) ||
    !existsSync(join(data, "demo.json")) ||
    (read("demo.json") as { finished?: boolean }).finished !== true
  ) {
    if (program.exitCode !== null) throw new Error(`it ended with ${program.exitCode}`);
    if (Date.now() > deadline) throw new Error("it took too long");
    await pause(200);
  }
  return (read("run.json") as { http: string }).http;
}

async function end(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exit = new Promise((resolve) => program.once("exit", resolve));
  program.kill(signal);
  await exit;
}

/** The program that already runs at BASE_URL, on the folder DATA, with its second origin at SECOND_ORIGIN. */
export async function runningProgram(url: string): Promise<Program> {
  const port = new URL(env["SECOND_ORIGIN"] ?? "http://127.0.0.1:0").port;
  const second = await startSecondOrigin(Number(port));
  return { url, data: env["DATA"] ?? "", command, secondOrigin: second.url, stop: second.close };
}
