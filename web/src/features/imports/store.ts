import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { Settled } from "../../api/settled";
import type { Import, Inspection } from "../../api/messages";
import { noted, type Mark } from "./model/pace";
import { found, policiesOf, policyOf, readingOf, type Policy, type Reading } from "./model/reading";
import { recallReading } from "./draft-memory";

/** The state of a page's import. */
export interface ImportState {
  /** The server's last state. */
  readonly item: Import;
  /** The options for reading the draft. */
  readonly reading: Reading;
  /** The inspection of the draft's file; undefined before it, and if it failed. */
  readonly inspection: Inspection | undefined;
  /** The draft with its finished check, by the policy for consents. */
  readonly checks: Readonly<Partial<Record<Policy, Import>>>;
  readonly marks: readonly Mark[];
  /** The action that the user waits for. */
  readonly busy: "inspect" | "check" | "start" | "cancel" | undefined;
  /** The fault of the last action. */
  readonly fault: Fault | undefined;
  /** The last poll got no response. */
  readonly away: boolean;
  /** The last poll was refused, which is final until the next action. */
  readonly refused: boolean;
}

export type ImportStore = StoreApi<ImportState>;

export function createImportStore(item: Import, inspected: Settled<Inspection> | undefined): ImportStore {
  const { value: inspection, fault } = inspected ?? {};
  const reading = recallReading(item.id) ?? readingOf(item);
  return createStore(() => ({
    // A draft has the kind that it is read as.
    item: inspection ? { ...item, kind: inspection.kind } : item,
    reading: inspection ? found(reading, inspection) : reading,
    inspection,
    checks: checksWith({}, item),
    marks: [],
    busy: undefined,
    fault,
    away: false,
    refused: false,
  }));
}

/** Stores the server's state of the import. */
export function take(store: ImportStore, item: Import): void {
  store.setState(({ checks, marks }) => ({
    item,
    checks: checksWith(checks, item),
    marks: noted(marks, { rows: (item.check ?? item).read, at: Date.now() }),
    away: false,
  }));
}

/** The policy to check next; undefined while a check runs, after a failed one and when all were checked. */
export function unchecked({ item, reading, checks }: ImportState): Policy | undefined {
  if (item.check?.state !== "done") return undefined;
  return policiesOf(item.kind, reading).find((policy) => checks[policy] === undefined);
}

function checksWith(checks: ImportState["checks"], item: Import): ImportState["checks"] {
  return item.check?.state === "done" ? { ...checks, [policyOf(item.options)]: item } : checks;
}
