import { GrowthBook, type FeatureApiResponse } from "@growthbook/growthbook";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFetchFlags, type FlagPayload } from "../api/feature-flags";
import { fakeFetch, json } from "../test/fake-fetch";
import { useAppStore } from "../stores/app-store";
import { describePerson, FLAGS_CHANGED, isOn, loadFlags, pollFlags, takeFlags } from "./flags";

// In the form of the flags service: every flag with its value, keys in lower case, rules of GrowthBook.
const PAYLOAD: FlagPayload = {
  features: {
    ff_scoring: { defaultValue: true },
    ff_2235: { defaultValue: false, rules: [{ condition: { accountId: { $in: [7] } }, force: true }] },
    ff_3377: { defaultValue: false, rules: [{ condition: { package: "PRO", language: "pl" }, force: true }] },
    ff_api_key: { defaultValue: false },
  },
  dateUpdated: "2026-11-02T10:00:00Z",
};
const person = (accountId: number, name = "PRO"): { accountId: number; mainAccountId: number; package: string } => ({
  accountId,
  mainAccountId: accountId,
  package: name,
});

test("the stock SDK decides a targeted flag from our payload", () => {
  const payload = PAYLOAD as unknown as FeatureApiResponse;
  const sdk = (accountId: number): GrowthBook => new GrowthBook({ attributes: { accountId } }).initSync({ payload });
  expect(sdk(7).isOn("ff_2235")).toBe(true);
  expect(sdk(8).isOn("ff_2235")).toBe(false);
  expect(sdk(8).isOn("ff_scoring")).toBe(true);
});

describe("flags", () => {
  beforeEach(() => {
    useAppStore.setState({ mockMode: false });
    takeFlags({ features: {} }, false);
  });
  afterEach(() => vi.useRealTimers());

  test("are asked for by any case and follow the person", () => {
    takeFlags(PAYLOAD, false);
    describePerson(person(7), "pl");
    expect([isOn("FF_2235"), isOn("FF_3377"), isOn("ff_api_key")]).toEqual([true, true, false]);
    describePerson(person(8, "LITE"), "pl");
    expect([isOn("FF_2235"), isOn("FF_3377"), isOn("ff_scoring")]).toEqual([false, false, true]);
  });

  test("are all on in mock mode", () => {
    useAppStore.setState({ mockMode: true });
    expect(isOn("ff_api_key")).toBe(true);
  });

  test("are an empty set when the first question fails", async () => {
    takeFlags(PAYLOAD, false);
    await loadFlags(createFetchFlags(fakeFetch(json({}, 503)).fetch));
    expect(isOn("ff_scoring")).toBe(false);
  });

  test("are asked for every 50 seconds with what is known, and announced only when they changed", async () => {
    vi.useFakeTimers();
    const heard = vi.fn();
    window.addEventListener(FLAGS_CHANGED, heard);
    const reordered = { dateUpdated: PAYLOAD["dateUpdated"], features: { ...PAYLOAD.features } };
    const { fetch, sent } = fakeFetch(
      json(PAYLOAD, 200, { etag: '"1"' }),
      () => new Response(null, { status: 304 }),
      json(reordered, 200, { etag: '"2"' }),
      json({}, 500),
      json({ features: { ff_scoring: { defaultValue: false } } }, 200, { etag: '"3"' }),
    );
    const fetchFlags = createFetchFlags(fetch);
    await loadFlags(fetchFlags);
    expect(heard).not.toHaveBeenCalled();
    const stop = pollFlags(fetchFlags);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100_001);
    // Unchanged, reordered, failed: no listener is called and the set stays.
    expect(sent.map((call) => call.headers.get("if-none-match"))).toEqual([null, '"1"', '"1"', '"2"']);
    expect(heard).not.toHaveBeenCalled();
    expect(isOn("ff_scoring")).toBe(true);
    // After a request without a response the next one is sent sooner.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(isOn("ff_scoring")).toBe(false);
    // A flag that is missing in the new set is off.
    expect(isOn("FF_2235")).toBe(false);
    stop();
    window.removeEventListener(FLAGS_CHANGED, heard);
  });

  test("are asked for at once when the network is back", async () => {
    vi.useFakeTimers();
    const { fetch, sent } = fakeFetch(json({ features: {} }), json(PAYLOAD));
    const fetchFlags = createFetchFlags(fetch);
    await loadFlags(fetchFlags);
    const stop = pollFlags(fetchFlags);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(1);
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
    expect(isOn("ff_scoring")).toBe(true);
    stop();
  });

  test("without a first answer are asked for again after five seconds", async () => {
    vi.useFakeTimers();
    const { fetch, sent } = fakeFetch(json({}, 503), json(PAYLOAD));
    const fetchFlags = createFetchFlags(fetch);
    await loadFlags(fetchFlags);
    expect(isOn("ff_scoring")).toBe(false);
    const stop = pollFlags(fetchFlags);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(2);
    expect(isOn("ff_scoring")).toBe(true);
    stop();
  });
});
