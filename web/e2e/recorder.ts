import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { expect, type Page, type Request, type Response } from "@playwright/test";
import { keyOf, type Recording } from "../src/mock/recording";

/** How long a page must make no calls to count as complete, in milliseconds. */
const QUIET_MS = 250;
const TIME_ZONE = "Europe/Warsaw";
const NOTE =
  "Made by tools/task demo:record from the demo account, whose people are made up. Part of Puls, under its terms.";

/** Records every call of a page with its response. */
export class Recorder {
  readonly #answers = new Map<string, JsonValue>();
  readonly #under = new Set<Request>();
  #changed = Date.now();
  #unread: unknown;

  constructor(private readonly page: Page) {
    const end = (one: Request): void => {
      this.#under.delete(one);
      this.#changed = Date.now();
    };
    page.on("request", (one) => isCall(one) && this.#under.add(one));
    page.on("requestfailed", end);
    page.on("requestfinished", (one) => {
      void one
        .response()
        .then((answer) => (answer && this.#under.has(one) ? this.#note(answer) : undefined))
        .finally(() => end(one))
        // A poll may be answered when the test ends. Pictures ignore that; a recording needs every response.
        .catch((cause: unknown) => (this.#unread ??= cause));
    });
  }

  /** Waits until the page makes no more calls. */
  async settle(): Promise<void> {
    await expect(this.page.locator("h1").first()).toBeVisible();
    await expect
      .poll(() => this.#under.size === 0 && Date.now() - this.#changed > QUIET_MS, { intervals: [50] })
      .toBe(true);
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  async #note(answer: Response): Promise<void> {
    const request = answer.request();
    const json = answer.headers()["content-type"]?.startsWith("application/json") ?? false;
    const text = answer.ok() && json ? await answer.text() : "";
    // Drafts are not saved: see record-demo.ts.
    if (text === "" || isFirstSearch(request) || request.method() === "PUT") return;
    this.#answers.set(
      keyOf(request.method(), request.url(), request.postData()),
      withoutEmpty(JSON.parse(text) as JsonValue),
    );
  }

  /** The number of different calls. */
  count(): number {
    return this.#answers.size;
  }

  /** The recording as a file with one response per line, so that two can be compared. */
  written(at: string): string {
    if (this.#unread !== undefined) throw new Error("an answer could not be read", { cause: this.#unread });
    const bodies = new Map<string, number>();
    const answers: Recording["answers"] = Object.fromEntries(
      [...this.#answers].map(([key, body]) => {
        const text = JSON.stringify(body);
        if (!bodies.has(text)) bodies.set(text, bodies.size);
        return [key, bodies.get(text) ?? 0];
      }),
    );
    const lines = (items: readonly string[]): string => items.map((item) => `\n${item}`).join(",");
    const places = Object.entries(answers).map(([key, place]) => `${JSON.stringify(key)}: ${place}`);
    return `{"_": ${JSON.stringify(NOTE)},
"at": "${at}", "timeZone": "${TIME_ZONE}",
"bodies": [${lines([...bodies.keys()])}],
"answers": {${lines(places)}}}
`;
  }
}

/** Streams of events do not end, and flags are the installation's. */
function isCall(request: Request): boolean {
  return /\/api\/(?!.*(:recent|feature-flags)$)/.test(new URL(request.url()).pathname);
}

/** A search with scores is repeated with the last activity, which returns more. */
function isFirstSearch(request: Request): boolean {
  const sent = request.postData() ?? "";
  return request.url().endsWith(":search") && sent.includes('"scoringId"') && !sent.includes('"withActivity"');
}

/** A response without members with the contract's default, and without links to the recorded program. */
function withoutEmpty(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.filter(isNear).map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] =>
    name.endsWith("UnsubscribeUrl") && member !== ""
      ? [name, "https://puls.example/u/7Qm3"]
      : [name, withoutEmpty(member)],
  );
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** Zero may be a score, so it is not empty. */
function isEmpty(member: JsonValue): boolean {
  return member === "" || member === null || member === false || (Array.isArray(member) && member.length === 0);
}

/** The server has six hundred time zones; those of this continent are enough. */
function isNear(item: JsonValue): boolean {
  const { name, offsetMinutes } = (item ?? {}) as JsonObject;
  return offsetMinutes === undefined || (typeof name === "string" && /^Europe\/|^UTC$/.test(name));
}
