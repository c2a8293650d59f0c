import { expect, test } from "vitest";
import { hasWords } from "./has-words";

test.each([
  ["America/New York (UTC\u221205:00)", "new_york", true],
  ["America/New York (UTC\u221205:00)", "york america", true],
  ["America/New York (UTC\u221205:00)", "-05", true],
  ["Europe/Warsaw (UTC+01:00)", "berlin", false],
  ["Łotwa (LV)", "lotwa", true],
])("%s answers to %s: %s", (label, typed, found) => {
  expect(hasWords(label, typed)).toBe(found);
});
