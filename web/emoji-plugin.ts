import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const LOCALES = ["pl", "en"];
const files = createRequire(import.meta.url);

interface Emoji {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly subgroup?: number;
  readonly version: number;
}

/**
 * Serves the names of emoji below /emoji/, in the form that the picker (frimousse) requests: the page's own policy
 * allows no other origin. Sequences with a zero-width joiner are left out, because a name may hold no invisible marks.
 */
export function emojiPlugin(): Plugin {
  return {
    name: "puls-emoji",
    generateBundle() {
      for (const locale of LOCALES) {
        this.emitFile({ type: "asset", fileName: `emoji/${locale}/data.json`, source: emojiOf(locale) });
        this.emitFile({ type: "asset", fileName: `emoji/${locale}/messages.json`, source: messagesOf(locale) });
      }
    },
    configureServer: ({ middlewares }) => {
      middlewares.use("/emoji", (request, response, next) => {
        const [, locale = "", file] = (request.url ?? "").split("/");
        if (!LOCALES.includes(locale)) {
          next();
          return;
        }
        response.setHeader("content-type", "application/json");
        response.end(file === "data.json" ? emojiOf(locale) : messagesOf(locale));
      });
    },
  };
}

function emojiOf(locale: string): string {
  const all = read(`emojibase-data/${locale}/data.json`) as readonly Emoji[];
  return JSON.stringify(
    all
      .filter(({ emoji, group }) => group !== undefined && !emoji.includes("\u200d"))
      .map(({ emoji, label, tags, group, subgroup, version }) => ({ emoji, label, tags, group, subgroup, version })),
  );
}

function messagesOf(locale: string): string {
  return JSON.stringify(read(`emojibase-data/${locale}/messages.json`));
}

function read(module: string): unknown {
  return JSON.parse(readFileSync(files.resolve(module), "utf8"));
}
