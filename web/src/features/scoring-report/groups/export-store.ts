import { createStore, type StoreApi } from "zustand/vanilla";
import { clientOf, type Api } from "../../../api/api";
import { ContactsService, GroupExportService, ReportService } from "../../../api/services";
import { toFault, type Fault } from "../../../api/fault";
import { readGroupExport } from "../../../api/group-export";
import type { Group, GroupExport } from "../../../api/messages";
import { randomKey } from "../../../lib/random-key";
import type { Reason } from "../../../lib/score-parts";
import type { ReportQuery } from "../model/view";
import { reasonChoices, type Choice } from "./choices";
import { rangesOf, type Ticked } from "./targets";

/** Where they go: a group that exists, or a new one in each uid. */
export type Destination = { readonly groupId: number } | { readonly newGroupName: string };

/** One receipt, and what came of taking it back. */
export interface ExportState {
  readonly busy: boolean;
  readonly receipt: GroupExport | undefined;
  /** Why the last call failed. */
  readonly fault: Fault | undefined;
  /** Whether it was undone here, or had been when somebody here wanted to. */
  readonly undone: "here" | "before" | undefined;
}

export type ExportStore = StoreApi<ExportState>;

export function createExportStore(receipt?: GroupExport): ExportStore {
  return createStore(() => ({ busy: false, receipt, fault: undefined, undone: undefined }));
}

/**
 * Makes the call that puts people into a group. The same order sent again, because nobody knows what came of the first,
 * goes under the same key and happens once.
 */
export function createExporting(api: Api, store: ExportStore) {
  let sent = { order: "", key: "" };
  return async (query: ReportQuery, ticked: Ticked, destination: Destination): Promise<GroupExport | undefined> => {
    if (store.getState().busy) return undefined;
    const order = JSON.stringify([query, ticked, destination]);
    if (order !== sent.order) sent = { order, key: randomKey() };
    store.setState({ busy: true, fault: undefined });
    try {
      const receipt = await send(api, query, ticked, destination, sent.key);
      store.setState({ busy: false, receipt });
      return receipt;
    } catch (thrown) {
      store.setState({ busy: false, fault: toFault(thrown) });
      return undefined;
    }
  };
}

async function send(
  api: Api,
  { id, scoringType, generatedDate, uids }: ReportQuery,
  ticked: Ticked,
  destination: Destination,
  key: string,
): Promise<GroupExport | undefined> {
  const options = { headers: { "idempotency-key": key } };
  const of = { id, scoringType, generatedDate, uids };
  if (ticked.kind === "bands") {
    const targets = rangesOf(ticked.bands).map((range) => ({ ...range, ...destination }));
    return (await clientOf(api, GroupExportService).exportToGroups({ ...of, targets }, options)).export;
  }
  const targets = ticked.reasons.map(({ reason }) => ({ reason, ...destination }));
  return (await clientOf(api, GroupExportService).exportExcludedToGroups({ ...of, targets }, options)).export;
}

/** Takes out again whom an export added. One that was taken back before says when. */
export async function undoExport(api: Api, store: ExportStore): Promise<void> {
  const { receipt, busy } = store.getState();
  if (!receipt || busy) return;
  store.setState({ busy: true, fault: undefined });
  try {
    const { export: undone } = await clientOf(api, GroupExportService).undoGroupExport({ id: receipt.id });
    store.setState({ busy: false, receipt: undone, undone: "here" });
  } catch (thrown) {
    const fault = toFault(thrown);
    if (fault.reason === "EXPORT_UNDONE" && fault.current !== undefined) {
      store.setState({ busy: false, receipt: readGroupExport(fault.current), undone: "before" });
    } else store.setState({ busy: false, fault });
  }
}

/** What a dialog can choose from. */
export interface Existing {
  /** By uid and name; undefined until they are here, and where they do not come. */
  readonly groups: readonly Group[] | undefined;
  readonly failed: boolean;
  /** How many were left out for each reason; undefined while nobody asked or it has not come. */
  readonly reasons: readonly Choice<Reason>[] | undefined;
  readonly reasonsFailed: boolean;
  /** Receipts of the scoring so far, newest first; those that do not come are not missed. */
  readonly earlier: readonly GroupExport[];
}

export type ExistingStore = StoreApi<Existing>;

/** Asks for what there is to choose from and for earlier receipts; all come when they come. */
export function loadExisting(api: Api, query: ReportQuery, kind: Ticked["kind"]): ExistingStore {
  const store: ExistingStore = createStore(() => ({
    groups: undefined,
    failed: false,
    reasons: undefined,
    reasonsFailed: false,
    earlier: [],
  }));
  clientOf(api, ContactsService)
    .listGroups({})
    .then(
      ({ uids }) =>
        store.setState({
          groups: Object.keys(uids)
            .sort()
            .flatMap((uid) => uids[uid]?.items ?? []),
        }),
      () => store.setState({ failed: true }),
    );
  clientOf(api, GroupExportService)
    .listGroupExports({ id: query.id })
    .then(
      ({ items }) => store.setState({ earlier: items }),
      () => undefined,
    );
  if (kind === "reasons") {
    clientOf(api, ReportService)
      .getExcludedReasonsSummary(query)
      .then(
        (answer) => store.setState({ reasons: reasonChoices(answer) }),
        () => store.setState({ reasonsFailed: true }),
      );
  }
  return store;
}
