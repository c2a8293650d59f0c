import type { Import, Inspection, ReadOptions } from "../../../api/messages";
import { kindOf } from "./kinds";

/** What becomes of the consents in a file of contacts: "keep" leaves them alone, empty applies the file's. */
export type Policy = "keep" | "";

/** How a file is to be read, as the contract's ReadOptions. */
export interface Reading {
  readonly encoding: string;
  readonly delimiter: string;
  readonly sheet: string;
  /** Whether the first row is data; undefined until somebody or the file says. */
  readonly noHeader: boolean | undefined;
  /** Of rows without one; empty for the account's own. */
  readonly uid: string;
  readonly consentPolicy: Policy;
  /** A field for each column of the file, empty for one that is ignored; none until the file was looked at. */
  readonly mapping: readonly string[];
}

/** Fields that give and withdraw consents. */
const CONSENTS = ["email_consent", "sms_consent"];

/** Fields that say who it is. */
const ADDRESSES = ["external_id", "email", "gsm"];

/** How a draft was to be read when it was checked last, or sent. */
export function readingOf({ kind, options }: Pick<Import, "kind" | "options">): Reading {
  const { encoding = "", delimiter = "", sheet = "", noHeader, uid = "", mapping = [] } = options ?? {};
  return { encoding, delimiter, sheet, noHeader, uid, mapping, consentPolicy: kind === "contacts" ? "keep" : "" };
}

/** The same with what the file turned out to be; what somebody said of the columns stands. */
export function found(reading: Reading, inspection: Inspection): Reading {
  const { encoding, delimiter, sheet, noHeader, columns } = inspection;
  const said = reading.mapping.length === columns.length;
  const mapping = said ? reading.mapping : columns.map(({ field }) => field);
  return { ...reading, encoding, delimiter, sheet, noHeader, mapping };
}

/**
 * Another sheet, encoding, separator or header makes other columns: what they were is void then, and so is what the first
 * row seemed to be.
 */
export function changed(reading: Reading, change: Partial<Reading>): Reading {
  const columns = ["encoding", "delimiter", "sheet", "noHeader"].some((name) => name in change);
  return { ...reading, ...(columns && { mapping: [], noHeader: undefined }), ...change };
}

/** Another field for one column. */
export function mapped(reading: Reading, column: number, field: string): Reading {
  return { ...reading, mapping: reading.mapping.map((one, at) => (at === column ? field : one)) };
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
  return mapping.some((field) => CONSENTS.includes(field)) ? ["keep", ""] : ["keep"];
}

/** The policy that a check was made with. */
export function policyOf(options: Pick<ReadOptions, "consentPolicy"> | undefined): Policy {
  return options?.consentPolicy === "keep" ? "keep" : "";
}
