// Compares the two catalogues and fails the build when they differ. Polish is in the features' messages files, English
// in src/i18n/en.json. Checks: both catalogues have the same ids; ids are unique and well formed, begin with their
// folder's name and are used; placeholders are the same; Polish plurals have one, few, many and other; typography of
// both languages; no replaced words. The compiler checks that every reason of a failure has a text.
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = new URL("..", import.meta.url).pathname;
const problems = [];

const files = readdirSync(join(ROOT, "src"), { recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("gen/") && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, "src", name), "utf8") }));
const messageFiles = files.filter(({ name }) => /messages\.ts$/.test(name) && name !== "api/messages.ts");
const otherText = files.map(({ text }) => text).join("\n");

const polish = new Map();
for (const { name, text } of messageFiles) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer)) readDescriptor(name, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Returns the prefixes of ids in a file: its feature, or its folder of shared code. */
function prefixes(file) {
  const [top, feature] = file.split("/");
  if (top === "i18n") return ["common.", "fault.", "score."];
  return [(top === "features" ? feature : top).replace(/-(.)/g, (_, letter) => letter.toUpperCase())];
}

function readDescriptor(file, node) {
  const values = Object.fromEntries(
    node.initializer.properties
      .filter((p) => ts.isPropertyAssignment(p) && ts.isStringLiteralLike(p.initializer))
      .map((p) => [p.name.text, p.initializer.text]),
  );
  if (values.id === undefined) return;
  const { id, defaultMessage, description } = values;
  const where = `${file}: ${id}`;
  if (!/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*\.[A-Za-z0-9_]+$/.test(id)) problems.push(`${where}: not feature.place.thing`);
  if (!prefixes(file).some((prefix) => id.startsWith(prefix)))
    problems.push(`${where}: begins with another folder's name`);
  if (polish.has(id)) problems.push(`${where}: twice`);
  if (!defaultMessage) problems.push(`${where}: no Polish text`);
  if (!description) problems.push(`${where}: no description for the translator`);
  const key = node.name.text;
  // A record with a declared type is read by a computed key.
  let owner = node;
  while (owner && !ts.isVariableDeclaration(owner)) owner = owner.parent;
  const byKey = owner?.type !== undefined;
  if (!byKey && !new RegExp(`(?:[mM]essages|byStatus)\\.${key}\\b`).test(otherText))
    problems.push(`${where}: nobody uses it`);
  polish.set(id, defaultMessage ?? "");
}

// Replaced words, which must not return: one act has one word, and contacts are called contacts.
const REPLACED = {
  pl: /obliczani|obliczeni|policz (?:13|ponownie|też|oceny)|policzymy (?:od|oceny|dziś|zaraz)|przerwij liczeni|co zrobiły przedział|zrobił to automat|ani tak, ani nie|zastosuj plik|połówki w\s?górę|na których stoją|jego ludzie|wcześniejsz\S+ poniedziałk|zdejmij filtr|kolumny groups|pytamy dalej/i,
  en: /\bfor ever\b|are made of them|\bwhoever\b|halves up|what the bands did|a machine did it|earlier mondays|by (?:a )?machines?\b|\bfor good\b|\bmend(?:ed)?\b|\bsign(?:ed|ing)?[ -]ins?\b|\w'\w/i,
};

const english = new Map(Object.entries(JSON.parse(readFileSync(join(ROOT, "src/i18n/en.json"), "utf8"))));
for (const id of polish.keys()) if (!english.has(id)) problems.push(`${id}: no English text`);
for (const id of english.keys()) if (!polish.has(id)) problems.push(`${id}: English only`);

for (const [id, pl] of polish) {
  const en = english.get(id);
  for (const [language, text] of Object.entries({ pl, en: en ?? "" })) {
    const old = REPLACED[language].exec(text);
    if (old) problems.push(`${id}: "${old[0]}" is a word of the old list`);
  }
  const plTree = tree(id, "pl", pl);
  const enTree = en === undefined ? undefined : tree(id, "en", en);
  if (!plTree || !enTree) continue;
  const [plNames, enNames] = [plTree, enTree].map((elements) => [...placeholders(elements)].sort().join(", "));
  if (plNames !== enNames) problems.push(`${id}: placeholders differ: pl {${plNames}}, en {${enNames}}`);
  plurals(plTree, (options) => {
    for (const form of ["one", "few", "many", "other"])
      if (!(form in options)) problems.push(`${id}: Polish plural without ${form}`);
  });
  plurals(enTree, (options) => {
    for (const form of ["one", "other"]) if (!(form in options)) problems.push(`${id}: English plural without ${form}`);
  });
  if (/["']/.test(pl.replaceAll("''", ""))) problems.push(`${id}: Polish quotes are „ ”`);
  if (/(^|[\s(\u00a0])[aiouwzAIOUWZ] /.test(pl))
    problems.push(`${id}: a one-letter word needs a no-break space after it`);
  if (/\.\.\./.test(pl + en)) problems.push(`${id}: an ellipsis is one character`);
}

function tree(id, language, text) {
  try {
    return parse(text);
  } catch (error) {
    problems.push(`${id}: ${language} does not parse: ${error.message}`);
    return undefined;
  }
}

function children(element) {
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).flatMap((option) => option.value);
  return element.type === TYPE.tag ? element.children : [];
}

function* placeholders(elements, seen = new Set()) {
  for (const element of elements) {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      const name = element.type === TYPE.tag ? `<${element.value}>` : element.value;
      if (!seen.has(name)) {
        seen.add(name);
        yield name;
      }
    }
    yield* placeholders(children(element), seen);
  }
}

function plurals(elements, check) {
  for (const element of elements) {
    if (element.type === TYPE.plural && element.pluralType === "cardinal") check(element.options);
    plurals(children(element), check);
  }
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${polish.size} messages in pl and en`);
