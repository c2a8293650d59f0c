import { createStore, type StoreApi } from "zustand/vanilla";
import { clientOf, type Api } from "../../../api/api";
import { ContactsService, GroupExportService, ReportService } from "../../../api/services";
import { toFault, type Fault } from "../../../api/fault";
import { readGroupExport } from "../../../api/group-export";
import type { Group, GroupExport } from "../../../api/messages";
import type { Reason } from "../../../lib/score-parts";
import type { ReportQuery } from "../model/view";
import { rowsOfReasons, type Row } from "./rows";
import { rangesOf, type Selected } from "./targets";

/** The destination of the contacts: an existing group, or a new one in each uid. */
export type Destination = { readonly groupId: number } | { readonly newGroupName: string };

/** One receipt, and the outcome of its undo. */
export interface ExportState {
  readonly busy: boolean;
  readonly receipt: GroupExport | undefined;
  /** The fault of the last call. */
  readonly fault: Fault | undefined;
  /** Whether it was undone here, or before. */
  readonly undone: "here" | "before" | undefined;
}

export type ExportStore = StoreApi<ExportState>;

export function createExportStore(receipt?: GroupExport): ExportStore {
  return createStore(() => ({ busy: false, receipt, fault: undefined, undone: undefined }));
}

/** Returns the call that adds contacts to a group. */
export function createExporting(api: Api, store: ExportStore) {
  return async (query: ReportQuery, selected: Selected, destination: Destination): Promise<GroupExport | undefined> => {
    if (store.getState().busy) return undefined;
    store.setState({ busy: true, fault: undefined });
    try {
      const receipt = await send(api, query, selected, destination);
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
  { id, scoringType, generatedDate, uids, userFilter }: ReportQuery,
  selected: Selected,
  destination: Destination,
): Promise<GroupExport | undefined> {
  const of = { id, scoringType, generatedDate, uids };
  if (selected.kind === "bands") {
    const targets = rangesOf(selected.bands).map((range) => ({ ...range, ...destination }));
    return (await clientOf(api, GroupExportService).exportToGroups({ ...of, userFilter, targets })).export;
  }
  const targets = selected.reasons.map((reason) => ({ reason, ...destination }));
  return (await clientOf(api, GroupExportService).exportExcludedToGroups({ ...of, targets })).export;
}

/** Undoes an export; one that is already undone returns its receipt. */
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

/** Groups that an undone export created, if they are empty and no scoring uses them. */
export async function emptyGroups(api: Api, { items }: GroupExport): Promise<readonly Group[]> {
  const made = items.filter(({ created }) => created).map(({ groupId }) => groupId);
  if (made.length === 0) return [];
  const { uids } = await clientOf(api, ContactsService).listGroups({});
  return Object.values(uids)
    .flatMap((database) => database.items)
    .filter(({ id, contactCount, usedBy }) => made.includes(id) && contactCount === 0 && usedBy.length === 0);
}

/** Removes groups. */
export async function removeGroups(api: Api, groups: readonly Group[]): Promise<void> {
  await Promise.all(groups.map(({ id }) => clientOf(api, ContactsService).deleteGroup({ id })));
}

/** Choices of the dialog. */
export interface Existing {
  /** By uid and name; undefined until they are loaded, and if that fails. */
  readonly groups: readonly Group[] | undefined;
  readonly failed: boolean;
  /** Excluded contacts by reason; undefined until they are loaded. */
  readonly reasons: readonly Row<Reason>[] | undefined;
  readonly reasonsFailed: boolean;
  /** Earlier receipts of the scoring, newest first; a failure to load them is ignored. */
  readonly earlier: readonly GroupExport[];
}

export type ExistingStore = StoreApi<Existing>;

/** Starts to load the choices and the earlier receipts; each is set as it arrives. */
export function loadExisting(api: Api, query: ReportQuery, kind: Selected["kind"]): ExistingStore {
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
        (answer) => store.setState({ reasons: rowsOfReasons(answer) }),
        () => store.setState({ reasonsFailed: true }),
      );
  }
  return store;
}
