// Checks the pages against their budgets: bytes on the wire (brotli, as the gateway sends them) of all files that are
// loaded before a page shows content, in both languages.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const KB = 1000;
const ROOT = new URL("..", import.meta.url).pathname;
const bundle = JSON.parse(readFileSync(join(ROOT, ".vite/bundle.json"), "utf8"));

/** Returns a file's size on the wire; small files are sent uncompressed. */
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

/** Returns the chunks of these modules, with all their imports. */
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
const english = [...loadedBy("src/i18n/en.json")].filter((file) => !entry.has(file));
const SHELL = "src/app/Shell.tsx";
/** Pages are shown in frames, which are loaded with them. */
const FRAMES = [
  [/session|system-pages|registration/, []],
  [/scoring-editor/, [SHELL, "src/features/scoring-editor/EditorFrame.tsx"]],
  [/scoring-report/, [SHELL, "src/features/scoring-report/frame/ReportFrame.tsx"]],
  [/./, [SHELL]],
];
const framesOf = (page) => FRAMES.find(([pages]) => pages.test(page))[1];
const pageOf = (page) => new Set([...entry, ...loadedBy(...framesOf(page), page)]);
/** Budgets in kB of the most common first pages: in Polish, in English. */
const FIRST = {
  "src/features/session/LoginPage.tsx": [180, 208],
  "src/features/scorings/ScoringListPage.tsx": [203, 231],
  "src/features/scoring-report/details/DetailsPage.tsx": [205, 233],
};
const OTHER = [340, 340];

const rowsOf = (page, [pl, en]) => {
  const bytes = total(pageOf(page));
  const name = page.replace(/^src\/(features\/)?|\.tsx$/g, "");
  return [
    [`${name}, in Polish`, bytes, pl],
    [`${name}, in English`, bytes + total(english), en],
  ];
};
const others = Object.values(bundle)
  .map(({ asked }) => asked)
  .filter((asked) => /Page\.tsx$/.test(asked) && !(asked in FIRST))
  .flatMap((page) => rowsOf(page, OTHER))
  .sort(([, some], [, more]) => more - some);
const reports = [...loadedBy("src/reporting/sentry.ts")].filter((file) => !entry.has(file));
const isOver = ([, bytes, budget]) => bytes > budget * KB;
const rows = [
  ["the page itself, with its style sheet and Polish letters", wire("index.html"), 13],
  ["on top: error reports", total(reports), 80],
  ...Object.entries(FIRST).flatMap(([page, budget]) => rowsOf(page, budget)),
  // Of the others, the heaviest and all over budget.
  ...others.filter((row, place) => place === 0 || isOver(row)),
];
for (const row of rows) {
  const [name, bytes, budget] = row;
  console.log(
    `${isOver(row) ? "OVER" : " ok "} ${(bytes / KB).toFixed(1).padStart(6)} of ${budget} kB on the wire  ${name}`,
  );
}
process.exit(rows.some(isOver) ? 1 : 0);
