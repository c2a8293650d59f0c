import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";

interface Fixture {
  readonly secret: string;
  readonly former: string;
  readonly at: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A message as the account service signs it, byte for byte; that service's own test checks it. */
const PATH = "../services/account/internal/webhook/post/testdata/signed.json";
const fixture = JSON.parse(readFileSync(PATH, "utf8")) as Fixture;

afterEach(() => vi.useRealTimers());

test("the reference library verifies what is signed, by the secret and by the one before", () => {
  vi.useFakeTimers({ now: new Date(fixture.at) });
  for (const secret of [fixture.secret, fixture.former]) {
    const webhook = new Webhook(secret);
    expect(webhook.verify(fixture.body, fixture.headers)).toEqual(JSON.parse(fixture.body));
    expect(() => webhook.verify(`${fixture.body} `, fixture.headers)).toThrow("No matching signature");
  }
  vi.setSystemTime(new Date(fixture.at).getTime() + 6 * 60_000);
  expect(() => new Webhook(fixture.secret).verify(fixture.body, fixture.headers)).toThrow("too old");
});
