import { expect, test } from "vitest";
import { readView } from "./view";

test("The choice of visitors counts on the details alone", () => {
  const read = (tab: string): string | undefined =>
    readView(new URL(`https://puls.example/report/1/${tab}?scoringType=web&userFilter=known`)).userFilter;
  expect(["details", "", "fluctuation", "lift"].map(read)).toEqual(["known", "known", undefined, undefined]);
});
