import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Import, Inspection, ReadOptions, WithoutConsent } from "../../../api/messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { kindOf } from "./kinds";

/** The policy for consents in a file of contacts: "keep" leaves existing ones unchanged, "" applies the file's. */
export type Policy = "keep" | "";

/** The options for reading a file, like the contract's ReadOptions. */
export interface Reading {
  /** The kind of its rows if it differs from that of the upload; empty otherwise. */
  readonly kind: string;
  readonly encoding: string;
  readonly delimiter: string;
  readonly sheet: string;
  /** Whether the first row is data; undefined until the user or the inspection sets it. */
  readonly noHeader: boolean | undefined;
  /** The row that names the columns, from 1, or the first data row if none does; 0 until user or inspection set it. */
  readonly headerLine: number;
  /** The uid of rows without one; empty for the account's own. */
  readonly uid: string;
  readonly consentPolicy: Policy;
  /** A field for each column of the file, "" for an ignored one; empty until the file was inspected. */
  readonly mapping: readonly string[];
  /** The meanings that the user set for values, by the column's name; other values have the suggested meanings. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The consents of contacts that the file creates, for the channels that the user answered. */
  readonly answers: Readonly<Partial<Record<MessageChannel, ConsentAnswer>>>;
}

/** The answer for contacts that the file creates: all have consented, with the source, or none. */
export interface ConsentAnswer {
  readonly answer: "given" | "none";
  readonly source: string;
}

/** Fields that identify a contact. */
const ADDRESSES = ["external_id", "email", "gsm"];

/** The options of a draft's last dry run, or of its upload. */
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

/** Adds the results of an inspection; the user's own choices for columns stay. */
export function found(reading: Reading, inspection: Inspection): Reading {
  const { encoding, delimiter, sheet, noHeader, headerLine, columns } = inspection;
  const complete = reading.mapping.length === columns.length;
  const mapping = complete ? reading.mapping : columns.map(({ field }) => field);
  return { ...reading, encoding, delimiter, sheet, noHeader, headerLine, mapping };
}

/**
 * Another sheet, encoding, separator or header gives other columns, so the mapping is dropped, and so is the guessed
 * header row.
 */
export function changed(reading: Reading, change: Partial<Reading>): Reading {
  const columns = ["encoding", "delimiter", "sheet", "noHeader", "headerLine"].some((name) => name in change);
  return { ...reading, ...(columns && { mapping: [], noHeader: undefined, headerLine: 0 }), ...change };
}

/** The changes for reading the file as rows of another kind: the mapping is dropped. */
export function turned(kind: string): Partial<Reading> {
  return { kind, mapping: [], values: {}, answers: {}, consentPolicy: kind === "contacts" ? "keep" : "" };
}

/** The change that ignores all columns, for users who map each by hand. */
export function emptied(reading: Reading): Partial<Reading> {
  return { mapping: reading.mapping.map(() => "") };
}

/** Maps one column to another field. */
export function mapped(reading: Reading, column: number, field: string): Reading {
  return { ...reading, mapping: reading.mapping.map((one, at) => (at === column ? field : one)) };
}

/** Sets the meaning of a value. */
export function meant(reading: Reading, column: string, value: string, meaning: string): Reading {
  return { ...reading, values: { ...reading.values, [column]: { ...reading.values[column], [value]: meaning } } };
}

/** The server's key for a column: its name, or its number if it has none. */
export function columnKey({ name }: { readonly name: string }, at: number): string {
  return name === "" ? String(at + 1) : name;
}

/** The meanings of all values as shown, including the suggested ones. */
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

/** The consents of contacts that the file creates, as requests have them; a column of consents is an answer too. */
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

/** The channels whose consents the user must state: there are new contacts, and no column has their consents. */
export function askedChannels(
  { mapping }: Pick<Reading, "mapping">,
  without: Omit<WithoutConsent, "$typeName"> | undefined,
): readonly MessageChannel[] {
  return MESSAGE_CHANNELS.filter(
    (channel) =>
      (without?.[CHANNEL_FIELDS[channel].answer] ?? 0) > 0 && !mapping.includes(CHANNEL_FIELDS[channel].column),
  );
}

/** Whether a channel was answered, with the source of given consents. */
export function isAnswered({ answers }: Pick<Reading, "answers">, channel: MessageChannel): boolean {
  const answer = answers[channel];
  return answer?.answer === "none" || (answer?.answer === "given" && answer.source.trim() !== "");
}

/** Columns whose field an earlier column has already. */
export function doubled(mapping: readonly string[]): ReadonlySet<number> {
  return new Set(mapping.flatMap((field, at) => (field !== "" && mapping.indexOf(field) < at ? [at] : [])));
}

/** The fields that the columns lack to make rows usable: an address, or an event with its time. */
export function lacking(kind: string, mapping: readonly string[]): "address" | "event" | undefined {
  if (kindOf(kind) === "engagement") {
    return mapping.includes("occurred_at") && mapping.includes("type") ? undefined : "event";
  }
  return mapping.some((field) => ADDRESSES.includes(field)) ? undefined : "address";
}

/** The policies to check: both if the file has consents, so that the choice can show the effects of each. */
export function policiesOf(kind: string, { mapping }: Pick<Reading, "mapping">): readonly Policy[] {
  if (kindOf(kind) !== "contacts") return [""];
  return MESSAGE_CHANNELS.some((channel) => mapping.includes(CHANNEL_FIELDS[channel].column)) ? ["keep", ""] : ["keep"];
}

/** The policy of a check. */
export function policyOf(options: Pick<ReadOptions, "consentPolicy"> | undefined): Policy {
  return options?.consentPolicy === "keep" ? "keep" : "";
}
