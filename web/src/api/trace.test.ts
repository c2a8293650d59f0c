import { afterEach, expect, test, vi } from "vitest";
import { traceparent } from "./trace";

afterEach(() => vi.useRealTimers());

function act(): string {
  const parent = traceparent();
  expect(parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  return parent.split("-")[1] ?? "";
}

test("calls that follow a click are one trace, and the next click begins another", () => {
  window.dispatchEvent(new MouseEvent("click"));
  const first = act();
  expect(act()).toBe(first);
  window.dispatchEvent(new MouseEvent("click"));
  expect(act()).not.toBe(first);
});

test("what looks again by itself is no part of it for long", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  window.dispatchEvent(new MouseEvent("click"));
  const first = act();
  vi.advanceTimersByTime(9_000);
  expect(act()).toBe(first);
  vi.advanceTimersByTime(2_000);
  expect(act()).not.toBe(first);
});
