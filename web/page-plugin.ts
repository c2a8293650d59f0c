import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type Plugin, type Rolldown } from "vite";
import { FIRST_PAGES } from "./chunks.ts";
import { cssVariables, palettes } from "./src/theme/palettes.ts";

/** The boot script preloads the chunks of these modules and their imports. */
const PARTS = { english: ["src/i18n/en.json"], ...FIRST_PAGES };
const BOOT = "boot.js";
/** Smaller files gain nothing from compression. */
const COMPRESSED_FROM = 1024;
const TEXT = /\.(html|js|css|svg|json|txt)$/;

/**
 * Puts everything that the first paint needs into one page: index.html itself contains the style sheet, the colours of
 * both modes and the names of the chunks; the boot script is beside it. Then writes every text a second and third time,
 * compressed, for the gateway to choose from, and the input of the size check into `.vite/bundle.json`.
 */
export function pagePlugin(): Plugin {
  let builds = false as boolean;
  let report: Record<string, ChunkReport> = {};
  let inlined: string[] = [];
  return {
    name: "puls-page",
    configResolved: ({ command }) => {
      builds = command === "build";
    },
    async buildStart() {
      if (builds) this.emitFile({ type: "asset", name: BOOT, source: await bootScript() });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (!bundle)
          return withHead(
            html,
            `<style>${colours()}${FRAME}</style><script type="module" src="/src/boot/boot.ts"></script>`,
          );
        const boot = Object.values(bundle).find((one) => one.type === "asset" && one.names.includes(BOOT));
        if (!boot) throw new Error("the boot script was not built");
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const parts = Object.fromEntries(
          Object.entries(PARTS).map(([name, modules]) => [name, filesOf(chunks, modules).map((one) => `/${one}`)]),
        );
        report = reportOf(chunks);
        return withHead(
          runAsTheyCome(takeStyleSheets(html, bundle)),
          // The names come first, so that their chunks are loading while the browser reads the rest.
          `<script type="application/json" id="parts">${JSON.stringify(parts)}</script>` +
            `<script src="/${boot.fileName}"></script>` +
            `<style>${colours()}${FRAME}${styleSheets(bundle, inlined)}</style>`,
        );
      },
    },
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        forgetSheets(bundle, inlined);
        inlined = [];
      },
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => {
        if (Object.keys(report).length === 0) return;
        mkdirSync(".vite", { recursive: true });
        writeFileSync(".vite/bundle.json", JSON.stringify(report));
        compress("dist");
      },
    },
  };
}

interface ChunkReport {
  readonly file: string;
  readonly entry: boolean;
  /** The module that an import requests; undefined if it is only part of others. */
  readonly asked: string | undefined;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** The product's name, at its place on every page, until the program draws the first one. */
const FRAME =
  ".puls-frame{display:flex;align-items:center;gap:10px;height:56px;padding:0 20px;font:680 17px var(--font-family);letter-spacing:-.02em;color:var(--color-text)}" +
  ".puls-frame rect{fill:var(--color-primary)}" +
  ".puls-frame path{fill:none;stroke:var(--color-text-light-solid);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}";

/** Inserts the beginning of the head, in place of the comment. */
function withHead(html: string, head: string): string {
  return html.replace(/<!--.*?-->/s, () => head);
}

/** The colours of both modes; before the boot script has run, the system's choice applies. Paper is always light. */
function colours(): string {
  const rule = (mode: "light" | "dark"): string =>
    `color-scheme:${mode};` +
    Object.entries(cssVariables(palettes[mode]))
      .map(([name, value]) => `${name}:${value};`)
      .join("");
  return (
    `:root,[data-mode="light"]{${rule("light")}}@media screen{:root[data-mode="dark"]{${rule("dark")}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-mode]){${rule("dark")}}}}`
  );
}

async function bootScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry: "src/boot/boot.ts", formats: ["iife"], name: "boot" } },
  });
  for (const result of [built].flat()) if ("output" in result) return result.output[0].code;
  throw new Error("the boot script was not built");
}

function takeStyleSheets(html: string, bundle: Rolldown.OutputBundle): string {
  return Object.keys(bundle)
    .filter((file) => file.endsWith(".css"))
    .reduce((text, file) => text.replace(new RegExp(`\\s*<link rel="stylesheet"[^>]*${file}">`), ""), html);
}

/**
 * Turns the entry's imports from links into separate scripts: each runs as soon as it has arrived, while the others are
 * still loading, instead of all in one long task at the end.
 */
function runAsTheyCome(html: string): string {
  return html.replace(
    /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
    '<script type="module" async crossorigin src="$1"></script>',
  );
}

/**
 * The style sheets of the first pages, as one text. They are removed from the bundle, and their names are added to
 * `inlined`. Those of other pages load with the page.
 */
function styleSheets(bundle: Rolldown.OutputBundle, inlined: string[]): string {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const files = earlyFiles(chunks);
  const late = new Set(chunks.filter((chunk) => !files.has(chunk.fileName)).flatMap(sheetsOf));
  const early = chunks.filter((chunk) => files.has(chunk.fileName)).flatMap(sheetsOf);
  let text = "";
  for (const file of new Set(early)) {
    const sheet = bundle[file];
    if (sheet?.type !== "asset" || late.has(file)) continue;
    text += String(sheet.source).trim();
    Reflect.deleteProperty(bundle, file);
    inlined.push(file);
  }
  return text;
}

/** The program must not load a sheet that is in the page: the entry, which is loaded already, takes its place. */
function forgetSheets(bundle: Rolldown.OutputBundle, sheets: readonly string[]): void {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const entry = chunks.find((one) => one.isEntry);
  for (const chunk of chunks) {
    for (const file of sheets) chunk.code = chunk.code.replaceAll(`"${file}"`, `"${entry?.fileName}"`);
  }
}

/** The files of a first visit: the entry, the list and a report, with all their imports. */
function earlyFiles(chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const entry = chunks.filter((one) => one.isEntry).flatMap((one) => [one.fileName, ...one.imports]);
  return new Set([...entry, ...Object.values(PARTS).flatMap((modules) => filesOf(chunks, modules))]);
}

function sheetsOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}

function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.imports) add(chunks.find((one) => one.fileName === file));
  };
  for (const module of modules) add(chunks.find((one) => one.moduleIds.some((id) => id.endsWith(module))));
  const entry = chunks.find((one) => one.isEntry);
  // The page itself names the entry's imports.
  return [...files].filter((file) => file !== entry?.fileName && !entry?.imports.includes(file));
}

const nameOf = (id: string): string => id.replace(/^.*\/web\//, "");

function reportOf(chunks: readonly Rolldown.OutputChunk[]): Record<string, ChunkReport> {
  return Object.fromEntries(
    chunks.map((chunk) => [
      chunk.fileName,
      {
        file: chunk.fileName,
        entry: chunk.isEntry,
        asked: chunk.facadeModuleId ? nameOf(chunk.facadeModuleId) : undefined,
        imports: chunk.imports,
        modules: chunk.moduleIds.map(nameOf),
      },
    ]),
  );
}

function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!TEXT.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < COMPRESSED_FROM) continue;
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
