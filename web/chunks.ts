const ROOT = new URL("./", import.meta.url).pathname;
const SHELL = "src/app/Shell.tsx";

/** Modules of the pages that users usually open first; the boot script preloads their chunks. */
export const FIRST_PAGES = {
  person: [SHELL, "src/features/scorings/ScoringListPage.tsx"],
  report: [
    SHELL,
    "src/features/scoring-report/frame/ReportFrame.tsx",
    "src/features/scoring-report/details/DetailsPage.tsx",
  ],
};

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The modules and their static imports, without dynamic ones. */
function importedBy(modules: readonly string[], all: Modules): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of all.getModuleInfo(id)?.importedIds ?? []) add(next);
  };
  for (const module of modules) add(ROOT + module);
  return found;
}

/**
 * Puts the modules of the first pages into few, large chunks, because on a slow line every request costs a round trip:
 * "pages" has the shell and parts that other pages may share, "list" and "report" have their features. Contracts are
 * imported through one module for all services, so imports do not show which ones a page needs: rolldown places them.
 */
export function firstPageChunks(): (id: string, all: Modules) => string | null {
  let shell: Set<string> | undefined;
  let list: Set<string>;
  let report: Set<string>;
  return (id, all) => {
    if (/\/src\/gen\/|\/node_modules\/(?!@ant-design\/icons-svg)/.test(id)) return null;
    if (!shell) {
      shell = importedBy([SHELL], all);
      list = importedBy(FIRST_PAGES.person, all);
      report = importedBy(FIRST_PAGES.report, all);
    }
    if (!list.has(id) && !report.has(id)) return null;
    if (shell.has(id) || (list.has(id) && report.has(id)) || !id.includes("/src/features/")) return "pages";
    return list.has(id) ? "list" : "report";
  };
}
