import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Import, Inspection, ReadOptions, WithoutConsent } from "../../../api/messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { kindOf } from "./kinds";

/** What becomes of the consents in a file of contacts: "keep" leaves them alone, empty applies the file's. */
export type Policy = "keep" | "";

/** How a file is to be read, as the contract's ReadOptions. */
export interface Reading {
  /** What its rows are, where that is not the kind that it was uploaded as; empty otherwise. */
  readonly kind: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly sheet: string;
  /** Whether the first row is data; undefined until somebody or the file says. */
  readonly noHeader: boolean | undefined;
  /** The row that names the columns, from 1, or the first one without names; 0 until somebody or the file says. */
  readonly headerLine: number;
  /** Of rows without one; empty for the account's own. */
  readonly uid: string;
  readonly consentPolicy: Policy;
  /** A field for each column of the file, empty for one that is ignored; none until the file was looked at. */
  readonly mapping: readonly string[];
  /** What somebody said of values, by the name of their column; the rest means what the server suggests. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether contacts that the file makes have consented, as far as somebody answered. */
  readonly answers: Readonly<Partial<Record<MessageChannel, ConsentAnswer>>>;
}

/** Of contacts that the file makes: all of them consented, with where that is from, or nobody did. */
export interface ConsentAnswer {
  readonly answer: "given" | "none";
  readonly source: string;
}

/** Fields that say who it is. */
const ADDRESSES = ["external_id", "email", "gsm"];

/** How a draft was to be read when it was checked last, or sent. */
export function readingOf({ kind, options }: Pick<Import, "kind" | "options">): Reading {
  const {
    kind: other = "",
    encoding = "",
    delimiter = "",
    sheet = "",
    noHeader,
    headerLine = 0,
    uid = "",
    mapping = [],
  } = options ?? {};
  const values = (options?.values ?? {}) as Reading["values"];
  const consentPolicy = kind === "contacts" ? "keep" : "";
  const read = { encoding, delimiter, sheet, noHeader, headerLine, uid, mapping };
  return { ...read, kind: other, consentPolicy, values, answers: {} };
}

/** The same with what the file turned out to be; what somebody said of the columns stands. */
export function found(reading: Reading, inspection: Inspection): Reading {
  const { encoding, delimiter, sheet, noHeader, headerLine, columns } = inspection;
  const said = reading.mapping.length === columns.length;
  const mapping = said ? reading.mapping : columns.map(({ field }) => field);
  return { ...reading, encoding, delimiter, sheet, noHeader, headerLine, mapping };
}

/**
 * Another sheet, encoding, separator or header makes other columns: what they were is void then, and so is which row
 * seemed to be the header.
 */
export function changed(reading: Reading, change: Partial<Reading>): Reading {
  const columns = ["encoding", "delimiter", "sheet", "noHeader", "headerLine"].some((name) => name in change);
  return { ...reading, ...(columns && { mapping: [], noHeader: undefined, headerLine: 0 }), ...change };
}

/** The same file read as rows of another kind: what its columns were is void. */
export function turned(kind: string): Partial<Reading> {
  return { kind, mapping: [], values: {}, answers: {}, consentPolicy: kind === "contacts" ? "keep" : "" };
}

/** The same with no column used, for whoever says what each is. */
export function emptied(reading: Reading): Partial<Reading> {
  return { mapping: reading.mapping.map(() => "") };
}

/** Another field for one column. */
export function mapped(reading: Reading, column: number, field: string): Reading {
  return { ...reading, mapping: reading.mapping.map((one, at) => (at === column ? field : one)) };
}

/** Another meaning of a value. */
export function meant(reading: Reading, column: string, value: string, meaning: string): Reading {
  return { ...reading, values: { ...reading.values, [column]: { ...reading.values[column], [value]: meaning } } };
}

/** What the server calls a column: by its name, or by its number where it has none. */
export function columnKey({ name }: { readonly name: string }, at: number): string {
  return name === "" ? String(at + 1) : name;
}

/** What all values mean, as somebody sees it: what was suggested is said too. */
export function meaningsOf(inspection: Inspection | undefined, { values }: Reading): Reading["values"] {
  const columns = inspection?.columns ?? [];
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      if (column.values.length === 0) return [];
      const key = columnKey(column, at);
      const shown = column.values.map(({ value, meaning }) => [value, meaning] as const);
      const known = Object.fromEntries(shown.filter(([, meaning]) => meaning !== ""));
      return [[key, { ...known, ...values[key] }]];
    }),
  );
}

/** How the consents of contacts that the file makes are answered: a column that says them is the answer. */
export function newConsentsOf({ mapping, answers }: Reading): Record<string, { answer: string; source: string }> {
  return Object.fromEntries(
    MESSAGE_CHANNELS.flatMap((channel) => {
      const { answer: name, column } = CHANNEL_FIELDS[channel];
      if (mapping.includes(column)) return [[name, { answer: "column", source: "" }]];
      const answer = answers[channel];
      return answer ? [[name, { answer: answer.answer, source: answer.source.trim() }]] : [];
    }),
  );
}

/** The channels whose consents are to be asked for: new contacts have none, and no column says them. */
export function askedChannels(
  { mapping }: Pick<Reading, "mapping">,
  without: Omit<WithoutConsent, "$typeName"> | undefined,
): readonly MessageChannel[] {
  return MESSAGE_CHANNELS.filter(
    (channel) =>
      (without?.[CHANNEL_FIELDS[channel].answer] ?? 0) > 0 && !mapping.includes(CHANNEL_FIELDS[channel].column),
  );
}

/** Whether a question was answered, with where consents are from. */
export function isAnswered({ answers }: Pick<Reading, "answers">, channel: MessageChannel): boolean {
  const answer = answers[channel];
  return answer?.answer === "none" || (answer?.answer === "given" && answer.source.trim() !== "");
}

/** Columns whose field an earlier one has already. */
export function doubled(mapping: readonly string[]): ReadonlySet<number> {
  return new Set(mapping.flatMap((field, at) => (field !== "" && mapping.indexOf(field) < at ? [at] : [])));
}

/** What the columns lack for rows to be of use: somebody's address, or what happened when. */
export function lacking(kind: string, mapping: readonly string[]): "address" | "event" | undefined {
  if (kindOf(kind) === "engagement") {
    return mapping.includes("occurred_at") && mapping.includes("type") ? undefined : "event";
  }
  return mapping.some((field) => ADDRESSES.includes(field)) ? undefined : "address";
}

/** Which policies a check is to tell of: both where the file has consents, so that the choice can name what each does. */
export function policiesOf(kind: string, { mapping }: Pick<Reading, "mapping">): readonly Policy[] {
  if (kindOf(kind) !== "contacts") return [""];
  return MESSAGE_CHANNELS.some((channel) => mapping.includes(CHANNEL_FIELDS[channel].column)) ? ["keep", ""] : ["keep"];
}

/** The policy that a check was made with. */
export function policyOf(options: Pick<ReadOptions, "consentPolicy"> | undefined): Policy {
  return options?.consentPolicy === "keep" ? "keep" : "";
}
