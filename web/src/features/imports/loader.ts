import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { ImportService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import type { Database, Import, Inspection } from "../../api/messages";
import { loadDatabases } from "../../stores/load-databases";
import { usePreferenceStore } from "../../stores/preference-store";
import { recallReading } from "./draft-memory";
import { kindOf } from "./model/kinds";
import { outcomeOf } from "./model/outcome";
import { readingOf } from "./model/reading";
import type { ImportKind } from "../../api/upload";
import { askedPage, loadWithin } from "../../lib/page-sizes";

export interface ImportsData {
  readonly items: readonly Import[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The account's own database; empty if it could not be loaded. */
  readonly ownUid: string;
}

/** Loads a page of the imports; one beyond the last is the last. */
export async function importsLoader({ context, request: { url, signal } }: LoaderFunctionArgs): Promise<ImportsData> {
  const api = context.get(apiContext);
  const { pageSize } = usePreferenceStore.getState();
  const databases = listDatabases(api, signal);
  const [{ items, total }, page] = await loadWithin(askedPage(new URL(url).searchParams), pageSize, (page) =>
    clientOf(api, ImportService).listImports({ page, pageSize }, { signal }),
  );
  return { items, total, page, pageSize, ownUid: ownOf(await databases) };
}

export interface NewImportData {
  readonly kind: ImportKind;
  /** Empty for the account's own database. */
  readonly uid: string;
  readonly databases: readonly Database[];
  /** The import whose corrected refused rows are uploaded again; undefined otherwise. */
  readonly mended: Import | undefined;
}

/** Loads the data of the upload page. */
export async function newImportLoader({
  context,
  request: { url, signal },
}: LoaderFunctionArgs): Promise<NewImportData> {
  const api = context.get(apiContext);
  const search = new URL(url).searchParams;
  const id = search.get("mended");
  const earlier = id === null ? undefined : await settle(clientOf(api, ImportService).getImport({ id }, { signal }));
  const mended = earlier?.value?.import;
  return {
    kind: kindOf(mended?.kind ?? search.get("kind")),
    uid: mended?.options?.uid ?? search.get("uid") ?? "",
    databases: await listDatabases(api, signal),
    mended,
  };
}

export interface ImportData {
  readonly item: Import;
  readonly databases: readonly Database[];
  /** The inspection of a draft's file, or its failure; undefined otherwise. */
  readonly inspected: Settled<Inspection> | undefined;
}

/** Loads an import, with an inspection of a draft's file. */
export async function importLoader({ context, params, request: { signal } }: LoaderFunctionArgs): Promise<ImportData> {
  const api = context.get(apiContext);
  const id = params["id"] ?? "";
  const databases = listDatabases(api, signal);
  const { import: item } = await clientOf(api, ImportService).getImport({ id }, { signal });
  if (!item) throw new Error("an import without content");
  const inspected = outcomeOf(item) === "draft" ? await inspect(api, item, signal) : undefined;
  return { item, databases: await databases, inspected };
}

function inspect(api: Api, item: Import, signal: AbortSignal): Promise<Settled<Inspection>> {
  const known = recallReading(item.id) ?? readingOf(item);
  const { mapping, kind, encoding, delimiter, sheet, noHeader, headerLine, uid, values } = known;
  const reading = { kind, encoding, delimiter, sheet, noHeader, headerLine, uid, values };
  // Lines of NDJSON name their own fields.
  const options = { ...reading, mapping: item.format === "ndjson" ? [] : [...mapping] };
  const asked = clientOf(api, ImportService).inspectImport({ id: item.id, options }, { signal });
  return settle(
    asked.then(({ inspection }) => {
      if (!inspection) throw new Error("an inspection without content");
      return inspection;
    }),
  );
}

/** The databases; empty after a failure, when there is no choice and the account's own one is used. */
function listDatabases(api: Api, signal: AbortSignal): Promise<readonly Database[]> {
  return loadDatabases(api, signal).catch((): Database[] => []);
}

/** The account's own database; empty if it is not known. */
export function ownOf(databases: readonly Database[]): string {
  return databases.find(({ own }) => own)?.uid ?? "";
}

/** The URL names the step of a draft, which needs no request; the page itself polls the import. */
export function revalidateImport(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentParams, nextParams, currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const onlyStep = currentParams["id"] === nextParams["id"] && currentUrl.href !== nextUrl.href;
  return onlyStep ? false : defaultShouldRevalidate;
}
