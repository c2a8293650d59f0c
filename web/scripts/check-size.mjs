// Holds the pages to their budget: bytes on the wire (brotli, as the gateway sends them) of what a first visit loads
// before it shows something, and of every part that a page loads on top of that.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const KB = 1000;
const ROOT = new URL("..", import.meta.url).pathname;
const bundle = JSON.parse(readFileSync(join(ROOT, ".vite/bundle.json"), "utf8"));

/** Small files go out as they are. */
function wire(file) {
  const path = join(ROOT, "dist", file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of bundle[file].imports) closure(next, seen);
  return seen;
}

/** What the chunks that hold these modules load, them included. */
function loadedBy(...modules) {
  const files = new Set();
  for (const module of modules) {
    const chunk = Object.values(bundle).find((one) => one.modules.includes(module));
    if (!chunk) throw new Error(`no chunk holds ${module}`);
    for (const file of closure(chunk.file)) files.add(file);
  }
  return files;
}

const total = (files) => [...files].reduce((sum, file) => sum + wire(file), 0);
const entry = closure(Object.keys(bundle).find((file) => bundle[file].entry));
const LIST = ["src/app/Shell.tsx", "src/features/scorings/ScoringListPage.tsx"];
const REPORT = [
  "src/app/Shell.tsx",
  "src/features/scoring-report/frame/ReportFrame.tsx",
  "src/features/scoring-report/details/DetailsPage.tsx",
];
const list = new Set([...entry, ...loadedBy(...LIST)]);
const added = (module) => new Set([...loadedBy(module)].filter((file) => !list.has(file)));

const rows = [
  ["the page itself, with its style sheet and Polish letters", wire("index.html"), 13 * KB],
  ["signing in", total(entry), 200 * KB],
  ["the list of scorings", total(list), 215 * KB],
  ["a report", total(new Set([...entry, ...loadedBy(...REPORT)])), 215 * KB],
  ["on top: settings, with antd", total(added("src/features/settings/SettingsPage.tsx")), 135 * KB],
  ["on top: registration, with antd", total(added("src/features/registration/RegisterPage.tsx")), 135 * KB],
  ["on top: the editor's frame", total(added("src/features/scoring-editor/EditorFrame.tsx")), 20 * KB],
  [
    "on top: the editor's shares, with antd",
    total(added("src/features/scoring-editor/pages/SharesPage.tsx")),
    145 * KB,
  ],
  ["on top: error reports", total(added("src/reporting/sentry.ts")), 80 * KB],
];
let over = false;
for (const [name, bytes, budget] of rows) {
  over ||= bytes > budget;
  console.log(
    `${bytes > budget ? "OVER" : " ok "} ${(bytes / KB).toFixed(1).padStart(6)} of ${budget / KB} kB on the wire  ${name}`,
  );
}
process.exit(over ? 1 : 0);
