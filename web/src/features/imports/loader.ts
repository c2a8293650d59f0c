import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import { settle, type Settled } from "../../api/settled";
import type { Database, Import, Inspection } from "../../api/messages";
import { usePreferenceStore } from "../../stores/preference-store";
import { recallReading } from "./draft-memory";
import { kindOf } from "./model/kinds";
import { outcomeOf } from "./model/outcome";
import { readingOf } from "./model/reading";
import type { ImportKind } from "../../api/upload";

export interface ImportsData {
  readonly items: readonly Import[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The account's own database; empty when nobody answered. */
  readonly ownUid: string;
}

/** Loads a page of the imports. */
export function createImportsLoader(api: Api) {
  return async ({ request: { url, signal } }: LoaderFunctionArgs): Promise<ImportsData> => {
    const asked = Number(new URL(url).searchParams.get("page") ?? "1");
    const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
    const { pageSize } = usePreferenceStore.getState();
    const databases = listDatabases(api, signal);
    const { items, total } = await api.imports.listImports({ page, pageSize }, { signal });
    return { items, total, page, pageSize, ownUid: ownOf(await databases) };
  };
}

export interface NewImportData {
  readonly kind: ImportKind;
  /** Empty for the account's own. */
  readonly uid: string;
  readonly databases: readonly Database[];
  /** The import whose refused rows come again, mended; undefined otherwise. */
  readonly mended: Import | undefined;
}

/** Loads what a file is sent with. */
export function createNewImportLoader(api: Api) {
  return async ({ request: { url, signal } }: LoaderFunctionArgs): Promise<NewImportData> => {
    const search = new URL(url).searchParams;
    const id = search.get("mended");
    const earlier = id === null ? undefined : await settle(api.imports.getImport({ id }, { signal }));
    const mended = earlier?.value?.import;
    return {
      kind: kindOf(mended?.kind ?? search.get("kind")),
      uid: mended?.options?.uid ?? search.get("uid") ?? "",
      databases: await listDatabases(api, signal),
      mended,
    };
  };
}

export interface ImportData {
  readonly item: Import;
  readonly databases: readonly Database[];
  /** Of a draft, or why its file could not be looked at. */
  readonly inspected: Settled<Inspection> | undefined;
}

/** Loads an import, and what a draft's file seems to be. */
export function createImportLoader(api: Api) {
  return async ({ params, request: { signal } }: LoaderFunctionArgs): Promise<ImportData> => {
    const id = params["id"] ?? "";
    const databases = listDatabases(api, signal);
    const { import: item } = await api.imports.getImport({ id }, { signal });
    if (!item) throw new Error("an import without content");
    const inspected = outcomeOf(item) === "draft" ? await inspect(api, item, signal) : undefined;
    return { item, databases: await databases, inspected };
  };
}

function inspect(api: Api, item: Import, signal: AbortSignal): Promise<Settled<Inspection>> {
  const { mapping, encoding, delimiter, sheet, noHeader, uid, values } = recallReading(item.id) ?? readingOf(item);
  const reading = { encoding, delimiter, sheet, noHeader, uid, values };
  // Lines of NDJSON name their own fields.
  const options = { ...reading, mapping: item.format === "ndjson" ? [] : [...mapping] };
  const asked = api.imports.inspectImport({ id: item.id, options }, { signal });
  return settle(
    asked.then(({ inspection }) => {
      if (!inspection) throw new Error("an inspection without content");
      return inspection;
    }),
  );
}

/** None where they cannot be told: then there is nothing to choose from, and the account's own is meant. */
function listDatabases(api: Api, signal: AbortSignal): Promise<readonly Database[]> {
  return api.contacts.listDatabases({}, { signal }).then(
    ({ items }) => items,
    (): Database[] => [],
  );
}

/** The account's own database; empty where it is not known. */
export function ownOf(databases: readonly Database[]): string {
  return databases.find(({ own }) => own)?.uid ?? "";
}
