import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import type { Program } from "./program";

/** Credentials of a user. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

export const PASSWORD = "Haslo-Testowe-2026!";

/** The operator: runs commands on the data folder and reads the mails stored there. */
export class Operator {
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Runs `puls …` and returns its output. */
  async run(...args: string[]): Promise<string> {
    const { command, data } = this.#program;
    const env = { ...process.env, PULS_PASSWORD: PASSWORD };
    const { stdout } = await promisify(execFile)(command, [...args, "--data", data], { env });
    return stdout;
  }

  /**
   * Makes an account with one user, whose address begins with `name`, in Polish and without contacts. `flags` are those
   * of the command.
   */
  async newAccount(name: string, ...flags: string[]): Promise<Account> {
    const email = newEmail(name);
    const printed = await this.run("account", "create", "--email", email, ...flags);
    return { id: Number(/^account: (\d+)$/m.exec(printed)?.[1]), email, password: PASSWORD };
  }

  /** The newest link to `path` mailed to `email`, once it has come. */
  async linkInMail(email: string, path: string): Promise<string> {
    const recipient = createHash("sha256").update(email).digest("hex").slice(0, 8);
    const folder = join(this.#program.data, "mail");
    const pattern = new RegExp(`https?://[^"<\\s]+/${path}/[^"<\\s]+`);
    const newest = (): string | undefined =>
      readdirSync(folder)
        .filter((name) => name.endsWith(`-${recipient}.html`))
        .sort()
        .map((name) => pattern.exec(readFileSync(join(folder, name), "utf8"))?.[0])
        .findLast((link) => link !== undefined);
    await expect.poll(newest, `a mail to ${email} with a link to ${path}`).toBeDefined();
    return newest() ?? "";
  }
}

export function newEmail(name: string): string {
  return `${name}-${Date.now()}@firma.example`;
}
