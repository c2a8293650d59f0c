import { expect, test } from "vitest";
import { ACTIVE } from "../../lib/status";
import type { ScoringRow } from "./rows";
import { readView, select } from "./table-view";

const row = (name: string): ScoringRow => ({
  id: name,
  name,
  status: ACTIVE,
  version: 1,
  generatedAt: undefined,
  lines: [],
  state: undefined,
  nextAt: undefined,
  history: undefined,
  createdAt: undefined,
  step: { number: 1, of: 1 },
});

test("a search finds names without their accents", () => {
  const rows = ["Łódź – VIP", "Gdańsk"].map(row);
  const found = (query: string) =>
    select(rows, readView(new URLSearchParams({ q: query })), "pl").map(({ name }) => name);
  expect(found(" lodz ")).toEqual(["Łódź – VIP"]);
  expect(found("GDAN")).toEqual(["Gdańsk"]);
  expect(found("ń")).toEqual(["Gdańsk"]);
});
