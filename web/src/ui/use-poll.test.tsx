import { act, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePoll, useReloaded } from "./use-poll";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const answer = (give: () => void): Promise<void> =>
  act(() => {
    give();
    return Promise.resolve();
  });

test("asks every so often, but not before the last answer has come", async () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  renderHook(() => usePoll(true, 1000, ask));
  await pass(999);
  expect(ask).toHaveBeenCalledTimes(0);
  await pass(5001);
  expect(ask).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await pass(1000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("asks less often as long as nobody answers, and as before once somebody does", async () => {
  let fails = true;
  const times: number[] = [];
  const begun = Date.now();
  const ask = (): Promise<void> => {
    times.push((Date.now() - begun) / 1000);
    return fails ? Promise.reject(new Error("away")) : Promise.resolve();
  };
  renderHook(() => usePoll(true, 1000, ask, 0));
  await pass(91_000);
  expect(times).toEqual([0, 2, 6, 14, 30, 60, 90]);
  fails = false;
  await pass(31_000);
  expect(times.slice(7)).toEqual([120, 121, 122]);
});

test("rests while nobody sees the page, and asks at once when its time has come meanwhile", async () => {
  const ask = vi.fn(() => Promise.resolve());
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  renderHook(() => usePoll(true, 1000, ask));
  await pass(60_000);
  expect(ask).toHaveBeenCalledTimes(0);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event("visibilitychange"));
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(1);
  fireEvent(document, new Event("visibilitychange"));
  await pass(0);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("ends with the page, and with what it asks for", async () => {
  const signals: AbortSignal[] = [];
  const ask = (signal: AbortSignal): Promise<void> => {
    signals.push(signal);
    return Promise.resolve();
  };
  const { rerender, unmount } = renderHook(({ active }) => usePoll(active, 1000, ask), {
    initialProps: { active: true },
  });
  await pass(1000);
  rerender({ active: false });
  await pass(5000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  rerender({ active: true });
  await pass(1000);
  unmount();
  await pass(5000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("what is loaded anew takes the place of what was told since, also of an answer on its way", async () => {
  const answers: ((data: string) => void)[] = [];
  const load = (): Promise<string> => new Promise((resolve) => answers.push(resolve));
  const { result, rerender } = renderHook(({ loaded }) => useReloaded(loaded, load, (data) => data !== "over", 1000), {
    initialProps: { loaded: "page 1" },
  });
  await pass(1000);
  await answer(() => answers[0]?.("page 1, later"));
  expect(result.current).toBe("page 1, later");
  await pass(1000);
  rerender({ loaded: "page 2" });
  expect(result.current).toBe("page 2");
  await answer(() => answers[1]?.("page 1, later still"));
  expect(result.current).toBe("page 2");
  await pass(1000);
  await answer(() => answers[2]?.("over"));
  expect(result.current).toBe("over");
  await pass(5000);
  expect(answers).toHaveLength(3);
});
