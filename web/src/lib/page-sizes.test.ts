import { expect, it, vi } from "vitest";
import { askedPage, loadWithin, pageWithin } from "./page-sizes";

it.each([
  ["", 1],
  ["page=3", 3],
  ["page=0", 1],
  ["page=x", 1],
  ["page=101", 1],
])("reads the page of %s", (search, page) => {
  expect(askedPage(new URLSearchParams(search), 100)).toBe(page);
});

it("stays within the list", () => {
  expect(pageWithin(2, 41, 20)).toBe(2);
  expect(pageWithin(9, 41, 20)).toBe(3);
  expect(pageWithin(9, 0, 20)).toBe(1);
});

it("asks again for the last page if there are fewer", async () => {
  const ask = vi.fn(async (page: number) => Promise.resolve({ total: 41, page }));
  expect(await loadWithin(2, 20, ask)).toEqual([{ total: 41, page: 2 }, 2]);
  expect(await loadWithin(9, 20, ask)).toEqual([{ total: 41, page: 3 }, 3]);
  expect(ask).toHaveBeenCalledTimes(3);
});
