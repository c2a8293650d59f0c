import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecentStore, follow, KEPT } from "./recent";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the newest events stand first, no more than a screen holds", async () => {
  const store = createRecentStore<number>();
  const ended = new AbortController();
  const onArrivals = vi.fn();
  const open = async function* (): AsyncGenerator<number> {
    for (let event = 1; event <= 60; event++) yield event;
    await new Promise(() => undefined);
  };
  void follow(store, open, ended.signal, onArrivals);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().phase).toBe("live");
  expect(store.getState().items.map(({ event }) => event)).toEqual(Array.from({ length: KEPT }, (_, at) => 60 - at));
  expect(onArrivals).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onArrivals).toHaveBeenCalledTimes(1);
  ended.abort();
});

test("a stream that ends is opened again: soon at first, later seldom, and its beginning takes the place of what was there", async () => {
  const store = createRecentStore<string>();
  const ended = new AbortController();
  let opened = 0;
  const open = async function* (): AsyncGenerator<string> {
    opened++;
    if (opened === 2) throw new Error("away");
    yield await Promise.resolve(`${opened}`);
  };
  void follow(store, open, ended.signal, () => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(opened).toBe(2);
  expect(store.getState()).toMatchObject({ phase: "lost", items: [{ event: "1" }] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.getState()).toMatchObject({ phase: "live", items: [{ event: "3" }] });
  await vi.advanceTimersByTimeAsync(600_000);
  const before = opened;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened - before).toBe(2);
  ended.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened - before).toBe(2);
});

test("a stream that is answered is live before anything has happened, also after it was lost", async () => {
  const store = createRecentStore<string>();
  const ended = new AbortController();
  let opened = 0;
  // eslint-disable-next-line require-yield
  const open = async function* (_: AbortSignal, onOpen: () => void): AsyncGenerator<string> {
    if (++opened === 1) throw new Error("away");
    onOpen();
    await new Promise(() => undefined);
  };
  void follow(store, open, ended.signal, () => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().phase).toBe("lost");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.getState()).toMatchObject({ phase: "live", items: [] });
  ended.abort();
});
