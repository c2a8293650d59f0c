import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

/** Returns a function that draws a page, at first and at last, in a program opened by a navigation of a type. */
async function opened(type: string): Promise<() => unknown> {
  class Entry {
    readonly type = type;
  }
  vi.stubGlobal("PerformanceNavigationTiming", Entry);
  vi.stubGlobal("performance", { now: () => 0, getEntriesByType: () => [new Entry()] });
  const { useHeadFirst } = await import("./use-head-first");
  return () => {
    const passes: boolean[] = [];
    renderHook(() => passes.push(useHeadFirst()));
    return [passes[0], passes.at(-1)];
  };
}

test("the first page draws its head before the rest, the next one is whole at once", async () => {
  const draw = await opened("navigate");
  expect(draw()).toEqual([false, true]);
  expect(draw()).toEqual([true, true]);
});

test("a reloaded page is whole at once, as its scroll position needs", async () => {
  const draw = await opened("reload");
  expect(draw()).toEqual([true, true]);
});
