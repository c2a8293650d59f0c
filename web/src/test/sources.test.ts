import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !name.startsWith("gen/") && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }));

test("colours live in theme/", () => {
  const color = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|:\s*(white|black|red|green|blue|gr[ae]y)\b/i;
  const outside = files.filter(({ name }) => !name.startsWith("theme/") && !name.endsWith("messages.ts"));
  expect(outside.filter(({ text }) => color.test(text)).map(({ name }) => name)).toEqual([]);
});

test("style sheets have at most 400 lines", () => {
  expect(files.filter(({ text }) => text.split("\n").length > 400).map(({ name }) => name)).toEqual([]);
});
