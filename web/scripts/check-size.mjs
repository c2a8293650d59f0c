// Holds the bundle to its budget: gzip sizes of what every visitor loads at once, of signing in and of the shell with
// it, and of every lazy part on top of what stands there before it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const KB = 1000;
const BUDGET = { initial: 360 * KB, route: 120 * KB, chart: 130 * KB };
const DIST = new URL("../dist", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8"));

const sizes = new Map();
function size(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length);
  return sizes.get(file);
}

function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const total = (keys) => [...keys].reduce((sum, key) => sum + size(manifest[key].file), 0);
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const initial = closure(entry);
const SHELL = "src/app/Shell.tsx";
const LOGIN = "src/features/session/LoginPage.tsx";
/** Parts that stand without the shell; every other page is drawn inside it. */
const WITHOUT_SHELL = /^src\/(app\/Shell|features\/(session|registration|system-pages)\/|i18n\/|mock\/|reporting\/)/;
const withShell = new Set([...initial, ...closure(SHELL)]);
const rows = [
  ["initial", total(initial), BUDGET.initial],
  ["initial with signing in", total(new Set([...initial, ...closure(LOGIN)])), BUDGET.initial],
  ["initial with the shell", total(withShell), BUDGET.initial],
];
for (const key of Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry)) {
  const before = WITHOUT_SHELL.test(key) ? initial : withShell;
  const added = [...closure(key)].filter((name) => !before.has(name));
  rows.push([key, total(added), /Chart\.tsx$/.test(key) ? BUDGET.chart : BUDGET.route]);
}
let over = false;
for (const [name, bytes, budget] of rows) {
  over ||= bytes > budget;
  console.log(
    `${bytes > budget ? "OVER" : " ok "} ${(bytes / KB).toFixed(1).padStart(7)} of ${budget / KB} kB gzip  ${name}`,
  );
}
process.exit(over ? 1 : 0);
