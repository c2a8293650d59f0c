import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { errorFromAnswer } from "../api/fault";
import {
  ImportSchema,
  ImportService,
  InspectionSchema,
  type Import,
  type Inspection,
  type ReadOptions,
} from "../gen/puls/contacts/v1/import_service_pb";

// Imported files and their outcomes, in the form sent by the API.

const id = (last: string): string => `0197f1a2-7e10-7a11-b0aa-0000000000${last}`;

export const IMPORT_IDS = {
  draft: id("01"),
  running: id("02"),
  finished: id("03"),
  partly: id("04"),
  refused: id("05"),
  stopped: id("06"),
  failed: id("07"),
} as const;

const FILE = { kind: "contacts", format: "csv", who: "anna@firma.example", startedAt: "2026-11-02T10:58:00Z" };

const REASONS: JsonObject[] = [
  { reason: "ROUNDED_NUMBER", count: 41, firstLine: 42, column: "telefon", value: "4.85E+10" },
  { reason: "BAD_EMAIL", count: 30, firstLine: 118, column: "adres mailowy", value: "anna@@kwiaty.example" },
  { reason: "MISSING_ADDRESS", count: 17, firstLine: 903 },
];

const KEEP = {
  newCount: 1203,
  newEmailConsents: 812,
  emailConsentsGiven: 812,
  changedCount: 18100,
  unchangedCount: 609,
  newGroups: ["VIP", "Łódź"],
};
const APPLY = {
  ...KEEP,
  changedCount: 18152,
  unchangedCount: 557,
  emailConsentsGiven: 844,
  emailConsentsWithdrawn: 9,
  smsConsentsGiven: 8,
  smsConsentsWithdrawn: 3,
  unsubscribedKept: 5,
};
const CHECK = {
  state: "done",
  read: 20000,
  kept: 19912,
  refused: 88,
  checkedAt: "2026-11-02T11:04:00Z",
  withoutConsent: { email: 391, sms: 1199 },
  approximate: true,
};
const ENDED = { percent: 100, finishedAt: "2026-11-02T11:05:00Z" };

/** An import in each state, newest first. */
export const IMPORTS: readonly JsonObject[] = [
  { ...FILE, id: IMPORT_IDS.draft, fileName: "klienci listopad.csv", state: "draft" },
  {
    ...FILE,
    id: IMPORT_IDS.running,
    kind: "engagement",
    fileName: "wysylki.ndjson.gz",
    format: "ndjson",
    state: "running",
    percent: 64,
    read: 640000,
    kept: 639950,
    refused: 50,
  },
  {
    ...FILE,
    ...ENDED,
    id: IMPORT_IDS.finished,
    fileName: "sklep.xlsx",
    state: "done",
    read: 1200,
    kept: 1200,
    effects: KEEP,
  },
  {
    ...FILE,
    ...ENDED,
    id: IMPORT_IDS.partly,
    fileName: "klienci październik.csv",
    state: "done",
    read: 20000,
    kept: 19912,
    refused: 88,
    effects: APPLY,
    reasons: REASONS,
  },
  {
    ...FILE,
    ...ENDED,
    id: IMPORT_IDS.refused,
    fileName: "zly.csv",
    state: "refused",
    read: 88,
    refused: 88,
    reasons: REASONS,
  },
  {
    ...FILE,
    ...ENDED,
    id: IMPORT_IDS.stopped,
    kind: "unsubscribes",
    fileName: "wypisani.csv",
    state: "cancelled",
    read: 400,
    kept: 400,
    effects: { changedCount: 380, unchangedCount: 20 },
  },
  { ...FILE, ...ENDED, id: IMPORT_IDS.failed, fileName: "", state: "failed", who: "Sklep (API)" },
];

const COLUMNS: JsonObject[] = [
  { name: "adres mailowy", examples: ["anna@kwiaty.example", "jan@sklep.example"], field: "email", because: "VALUES" },
  { name: "telefon", examples: ["501 002 003", "4.85E+10"], field: "gsm", because: "NAME" },
  {
    name: "zgoda e-mail",
    examples: ["TAK", "NIE", "?"],
    field: "email_consent",
    because: "NAME",
    values: [
      { value: "TAK", count: 812, meaning: "yes" },
      { value: "NIE", count: 376, meaning: "no" },
      { value: "", count: 9, meaning: "keep" },
      { value: "?", count: 3, meaning: "" },
    ],
  },
  { name: "miasto", examples: ["Kraków", "Łódź", "Gdańsk"], field: "" },
];

export const FIELDS = [
  "uid",
  "external_id",
  "email",
  "gsm",
  "created_at",
  "email_consent",
  "sms_consent",
  "email_blocked",
  "gsm_blocked",
  "groups",
  "property:Miasto",
];

/** A Polish list of customers, in the format of a Polish spreadsheet. */
export const INSPECTION: JsonObject = {
  kind: "contacts",
  format: "csv",
  encoding: "windows-1250",
  delimiter: ";",
  columns: COLUMNS,
  rows: [
    { line: 2, cells: ["anna@kwiaty.example", "501 002 003", "TAK", "Kraków"] },
    { line: 3, cells: ["jan@sklep.example", "4.85E+10", "NIE", "Łódź"], reason: "ROUNDED_NUMBER" },
    { line: 4, cells: ["ola@", "", "", "Gdańsk"], reason: "BAD_EMAIL: the e-mail address is not one" },
  ],
  mappedAs: "2026-11-02T09:00:00Z",
  notices: [{ notice: "ROUNDED_NUMBERS", cell: "B3" }],
  fields: FIELDS,
  countedRows: 1200,
  whole: true,
};

/** All calls of imports. Changes are kept for the lifetime of the services. */
export function sampleImports(router: ConnectRouter): void {
  const items = new Map(IMPORTS.map((item) => [item["id"] as string, item]));
  const read = (wanted: string): Import => {
    const item = items.get(wanted);
    if (!item) throw notFound();
    return fromJson(ImportSchema, item);
  };
  const change = (wanted: string, next: JsonObject): Import => {
    items.set(wanted, { ...items.get(wanted), ...next });
    return read(wanted);
  };
  router.service(ImportService, {
    listImports: () => ({ items: [...items.keys()].map(read), total: items.size }),
    getImport: ({ id: wanted }) => ({ import: read(wanted) }),
    inspectImport: ({ id: wanted, options }) => {
      read(wanted);
      return { inspection: inspectionOf(options) };
    },
    checkImport: ({ id: wanted, options }) => {
      const keeps = options?.consentPolicy === "keep";
      return {
        import: change(wanted, {
          options: optionsOf(options),
          check: { ...CHECK, effects: keeps ? KEEP : APPLY },
          reasons: REASONS,
          percent: 100,
        }),
      };
    },
    startImport: ({ id: wanted, options }) => {
      const keeps = options?.consentPolicy === "keep";
      const effects = keeps ? KEEP : APPLY;
      const { read: all, kept, refused } = CHECK;
      const done = { state: "done", read: all, kept, refused, effects };
      return { import: change(wanted, { ...ENDED, ...done, options: optionsOf(options) }) };
    },
    cancelImport: ({ id: wanted }) => ({ import: change(wanted, { ...ENDED, state: "cancelled" }) }),
  });
}

/** The sample with other read options. */
function inspectionOf(options: ReadOptions | undefined): Inspection {
  const { mapping = [], encoding, delimiter, noHeader } = options ?? {};
  return fromJson(InspectionSchema, {
    ...INSPECTION,
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(noHeader && { noHeader }),
    columns: COLUMNS.map((column, at) => {
      const field = mapping[at] ?? column["field"] ?? "";
      const answers = (options?.values[column["name"] as string] ?? {}) as Readonly<Record<string, string>>;
      const values = ((column["values"] ?? []) as { value: string; meaning: string }[]).map((one) => ({
        ...one,
        meaning: answers[one.value] ?? one.meaning,
      }));
      return { ...column, field, values: field === column["field"] ? values : [] };
    }),
  });
}

function optionsOf(options: ReadOptions | undefined): JsonObject {
  const { mapping = [], consentPolicy = "" } = options ?? {};
  return { mapping, consentPolicy };
}

function notFound(): Error {
  return errorFromAnswer(JSON.stringify({ error: { title: "" }, meta: { class: "IMPORT_NOT_FOUND" } }), 404, {});
}
