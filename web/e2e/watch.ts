import type { BrowserContext } from "@playwright/test";

/** Marks a response that a test gave instead of the program. */
export const BY_THE_TEST = "x-given-by-the-test";

/** Collects faults in any tab of a visitor. */
export class Watch {
  readonly #problems: string[] = [];
  /** Whether the user has signed out: calls on their way then are refused. */
  #left = false;
  readonly #expected: { readonly status: number; readonly path: RegExp; seen: boolean }[] = [];

  constructor(context: BrowserContext) {
    context.on("weberror", (error) => this.#problems.push(String(error.error())));
    context.on("console", (message) => {
      // The browser also reports responses by their status; those are checked below.
      if (message.type() === "error" && !message.text().includes("Failed to load resource"))
        this.#problems.push(message.text());
    });
    context.on("response", (answer) => {
      const path = new URL(answer.url()).pathname;
      if (path.endsWith("/users/me:logout")) this.#left = true;
      if (path.endsWith("/users:login") && answer.ok()) this.#left = false;
      if (answer.status() < 400 || answer.headers()[BY_THE_TEST] !== undefined) return;
      if (this.#left && answer.status() === 401) return;
      // Without an API key this 404 is a normal response.
      if (answer.status() === 404 && path.endsWith("/saresystem/api-key")) return;
      const expected = this.#expected.filter((one) => one.status === answer.status() && one.path.test(path));
      expected.forEach((one) => (one.seen = true));
      if (expected.length === 0) this.#problems.push(`${answer.status()} ${answer.request().method()} ${path}`);
    });
  }

  /** Expects that the program refuses calls of `path` with `status`, once or more. */
  expect(status: number, path: RegExp): void {
    this.#expected.push({ status, path, seen: false });
  }

  /** Faults, and expected refusals that are missing. */
  problems(): readonly string[] {
    const missed = this.#expected.filter(({ seen }) => !seen);
    return [...this.#problems, ...missed.map(({ status, path }) => `no ${status} from ${String(path)}`)];
  }
}
