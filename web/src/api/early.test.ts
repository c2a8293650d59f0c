import { describe, expect, test } from "vitest";
import { withEarly } from "./early";
import { fakeFetch, json } from "../test/fake-fetch";

const PATH = "/api/protected/account/users/me";
const early = (authorization: string | null, answer: Promise<Response>) => new Map([[PATH, { authorization, answer }]]);
const asked = { headers: { authorization: "Bearer t" } };

describe("what the page asked for before the program was there", () => {
  test("answers the first call of the same path and token, and only that one", async () => {
    const { fetch, sent } = fakeFetch(json({ from: "server" }));
    const page = withEarly(fetch, early("Bearer t", Promise.resolve(json({ from: "boot" })())));
    expect(await (await page(PATH, asked)).json()).toEqual({ from: "boot" });
    expect(await (await page(PATH, asked)).json()).toEqual({ from: "server" });
    expect(sent).toHaveLength(1);
  });

  test("answers nobody with another token", async () => {
    const { fetch } = fakeFetch(json({ from: "server" }));
    const page = withEarly(fetch, early("Bearer of somebody else", Promise.resolve(json({ from: "boot" })())));
    expect(await (await page(PATH, asked)).json()).toEqual({ from: "server" });
  });

  test("is asked again when it got no answer", async () => {
    const { fetch, sent } = fakeFetch(json({ from: "server" }));
    const page = withEarly(fetch, early("Bearer t", Promise.reject(new TypeError("Failed to fetch"))));
    expect(await (await page(PATH, asked)).json()).toEqual({ from: "server" });
    expect(sent).toHaveLength(1);
  });

  test("never answers a call that changes something", async () => {
    const { fetch } = fakeFetch(json({ from: "server" }));
    const page = withEarly(fetch, early("Bearer t", Promise.resolve(json({ from: "boot" })())));
    expect(await (await page(PATH, { ...asked, method: "POST" })).json()).toEqual({ from: "server" });
  });
});
