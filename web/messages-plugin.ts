import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor, type Plugin } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const ENGLISH = path("src/i18n/en.json");

/**
 * Compiles messages in the build and drops their descriptions. Ids become numbers, by their order in en.json, which
 * becomes a list. Texts with values become the syntax trees that react-intl would parse, so that its parser is not
 * shipped; other texts stay unchanged (`src/i18n/literal-parser.ts`).
 */
export function messagesPlugin(): Plugin {
  let numbers: ReadonlyMap<string, number>;
  return {
    name: "puls-messages",
    apply: "build",
    enforce: "pre",
    config: () => ({
      resolve: {
        alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: path("src/i18n/literal-parser.ts") }],
      },
    }),
    buildStart: () => {
      // react-intl treats 0 as a missing id.
      const ids = Object.keys(readCatalogue(readFileSync(ENGLISH, "utf8")));
      numbers = new Map(ids.map((id, index) => [id, index + 1]));
    },
    transform: {
      filter: { id: [/messages\.ts$/, ENGLISH] },
      handler: (code, file) => ({
        code: file === ENGLISH ? compileCatalogue(code) : compileDescriptors(code, file, numbers),
        map: null,
      }),
    },
  };
}

function readCatalogue(text: string): Record<string, string> {
  return JSON.parse(text) as Record<string, string>;
}

function compileCatalogue(code: string): string {
  return JSON.stringify(["", ...Object.values(readCatalogue(code)).map(compile)]);
}

/** Rewrites each `{ id, defaultMessage, description }`. */
function compileDescriptors(code: string, file: string, numbers: ReadonlyMap<string, number>): string {
  let compiled = "";
  let written = 0;
  new Visitor({
    ObjectExpression: ({ properties, start, end }) => {
      const values = new Map<string, string>();
      for (const property of properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        if (property.value.type === "Literal" && typeof property.value.value === "string")
          values.set(property.key.name, property.value.value);
      }
      const text = values.get("defaultMessage");
      if (text === undefined) return;
      const id = numbers.get(values.get("id") ?? "");
      if (id === undefined) throw new Error(`${file}: no English for „${text}”`);
      compiled += code.slice(written, start) + JSON.stringify({ id: String(id), defaultMessage: compile(text) });
      written = end;
    },
  }).visit(parseSync(file, code).program);
  return compiled + code.slice(written);
}

function compile(text: string): string | MessageFormatElement[] {
  const elements = parse(text);
  const [first] = elements;
  return elements.length === 1 && first?.type === TYPE.literal ? first.value : elements;
}
