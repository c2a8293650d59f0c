import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { Settled } from "../../api/settled";
import type { Import, Inspection } from "../../api/messages";
import { noted, type Mark } from "./model/pace";
import { found, policiesOf, policyOf, readingOf, type Policy, type Reading } from "./model/reading";
import { recallReading } from "./draft-memory";

/** An import that a page is about. */
export interface ImportState {
  /** As the server last told it. */
  readonly item: Import;
  /** How the draft is to be read. */
  readonly reading: Reading;
  /** What the draft's file seems to be; undefined until it was looked at, and where that failed. */
  readonly inspection: Inspection | undefined;
  /** The draft with its finished check, by what it makes of consents. */
  readonly checks: Readonly<Partial<Record<Policy, Import>>>;
  readonly marks: readonly Mark[];
  /** What the person waits for. */
  readonly busy: "inspect" | "check" | "start" | "cancel" | undefined;
  /** Why the last of these failed. */
  readonly fault: Fault | undefined;
  /** Nobody answered when it was asked how far it is. */
  readonly away: boolean;
}

export type ImportStore = StoreApi<ImportState>;

export function createImportStore(item: Import, inspected: Settled<Inspection> | undefined): ImportStore {
  const { value: inspection, fault } = inspected ?? {};
  const reading = recallReading(item.id) ?? readingOf(item);
  return createStore(() => ({
    // A draft is of the kind that it is read as.
    item: inspection ? { ...item, kind: inspection.kind } : item,
    reading: inspection ? found(reading, inspection) : reading,
    inspection,
    checks: checksWith({}, item),
    marks: [],
    busy: undefined,
    fault,
    away: false,
  }));
}

/** Takes what the server told of the import. */
export function take(store: ImportStore, item: Import): void {
  store.setState(({ checks, marks }) => ({
    item,
    checks: checksWith(checks, item),
    marks: noted(marks, { rows: (item.check ?? item).read, at: Date.now() }),
    away: false,
  }));
}

/** The policy that has to be checked next; undefined while a check runs, after one that failed and when all were. */
export function unchecked({ item, reading, checks }: ImportState): Policy | undefined {
  if (item.check?.state !== "done") return undefined;
  return policiesOf(item.kind, reading).find((policy) => checks[policy] === undefined);
}

function checksWith(checks: ImportState["checks"], item: Import): ImportState["checks"] {
  return item.check?.state === "done" ? { ...checks, [policyOf(item.options)]: item } : checks;
}
