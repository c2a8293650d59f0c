import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import { readScoring, type GetPredefinedWeightsResponse } from "../../../api/messages";
import { keepUnsaved } from "../../../stores/unsaved-store";
import { fingerprint, toActiveContent, toContent, toNew, toPreview, withoutExports } from "../model/content";
import { differences } from "../model/differences";
import { ACTIVE, INACTIVE } from "../../../lib/status";
import { toDraft, toMarks, type Draft } from "../model/draft";
import { isDirty, type EditorStore } from "../store";

/** One editor's saving. Saves never overlap: a save requested during another follows it. */
export interface Saving {
  /** Saves changes. Resolves to whether the server has everything now. */
  save(): Promise<boolean>;
  /** In a conflict: overwrites the other save. */
  keepMine(): Promise<boolean>;
  /** In a conflict: takes the other save. */
  loadSaved(): void;
  /**
   * Creates a new draft with a change; resolves to its id, or undefined after a failure. The properties
   * that receive scores stay with this one.
   */
  copy(name: string, change?: Partial<Draft>): Promise<string | undefined>;
  /** Saves changes, then deactivates an active scoring, so that all of it can be edited. */
  switchOff(): Promise<void>;
  /** Discards unsaved changes. */
  discard(): void;
}

/** Stored while the user signs in again: that the editor was open, and its unsaved draft. */
export interface Waiting {
  readonly draft?: Draft;
}

/** The key under which unsaved input is stored while the user signs in again. */
export function formOf(id: string): string {
  return `scoring-editor:${id}`;
}

export function createSaving(
  api: Api,
  store: EditorStore,
  accountId: number,
  constants: GetPredefinedWeightsResponse,
): Saving {
  const form = formOf(store.getState().draft.id);
  const keep = (): void => {
    const waiting: Waiting = isDirty(store.getState()) ? { draft: store.getState().draft } : {};
    keepUnsaved(form, accountId, waiting);
  };
  keep();
  store.subscribe(({ draft }, before) => {
    if (draft === before.draft) return;
    keep();
  });
  let running: Promise<boolean> | undefined;
  const save = async (): Promise<boolean> => {
    // A call during a save must also save later input.
    while (running) await running;
    if (!isDirty(store.getState())) return true;
    if (store.getState().conflict) return false;
    running = send(api, store);
    const done = await running.finally(() => (running = undefined));
    const { conflict, draft } = store.getState();
    // The other save is equal: a response was lost, or both made the same change.
    const same = conflict !== undefined && (await isKept(api, draft, toDraft(conflict, constants)));
    return same ? keepMine() : done;
  };
  const loadSaved = (): void => {
    const { conflict } = store.getState();
    if (!conflict) return;
    const draft = toDraft(conflict, constants);
    store.setState({ draft, saved: fingerprint(draft), conflict: undefined, phase: "idle", fault: undefined });
  };
  const keepMine = async (): Promise<boolean> => {
    const { conflict, draft } = store.getState();
    if (!conflict) return true;
    // The status is not edited here: that of the other save is kept.
    const status = conflict.status;
    store.setState({ draft: { ...draft, version: conflict.version, status }, conflict: undefined, saved: "" });
    return save();
  };
  return {
    save,
    loadSaved,
    keepMine,
    copy: async (name, change = {}) => {
      try {
        const { id } = await clientOf(api, ScoringService).createScoring(
          toNew({ ...withoutExports(store.getState().draft), ...change, name }),
        );
        return id;
      } catch (thrown) {
        store.setState({ fault: toFault(thrown) });
        return undefined;
      }
    },
    switchOff: async () => {
      if (!(await save())) return;
      try {
        await clientOf(api, ScoringService).setScoringStatus({ id: store.getState().draft.id, newStatus: INACTIVE });
      } catch (thrown) {
        store.setState({ fault: toFault(thrown) });
        return;
      }
      // The change raised the version by one; if another save came between, the next one meets a conflict.
      const { draft } = store.getState();
      const off = { ...draft, status: INACTIVE, version: draft.version + 1 };
      store.setState({ draft: off, saved: fingerprint(off) });
    },
    discard: () => store.setState(({ draft }) => ({ saved: fingerprint(draft) })),
  };
}

/** Whether the other save equals a save of the draft, with its marks resolved by the rules. */
async function isKept(api: Api, draft: Draft, saved: Draft): Promise<boolean> {
  const fields = differences(draft, saved);
  if (fields.length !== 1 || fields[0]?.name !== "sources") return fields.length === 0;
  try {
    const { channels } = await clientOf(api, ScoringService).previewScoring(toPreview(draft, false));
    const built = draft.channels.flatMap((channel) => channels[channel] ?? [])[0];
    return (
      built !== undefined && differences({ ...draft, sources: built.dataSources.map(toMarks) }, saved).length === 0
    );
  } catch {
    // Unknown, so the user decides.
    return false;
  }
}

/** One save. Later input is kept, unsaved. */
async function send(api: Api, store: EditorStore): Promise<boolean> {
  const sent = store.getState().draft;
  store.setState({ phase: "saving", fault: undefined });
  try {
    const { version } =
      sent.status === ACTIVE
        ? await clientOf(api, ScoringService).updateActiveScoring(toActiveContent(sent))
        : await clientOf(api, ScoringService).saveScoring(toContent(sent));
    const { draft } = store.getState();
    store.setState({ draft: { ...draft, version }, saved: fingerprint(sent), phase: "saved", savedAt: new Date() });
    return true;
  } catch (thrown) {
    const fault = toFault(thrown);
    const conflict = fault.current === undefined ? undefined : readScoring(fault.current);
    store.setState({ phase: "failed", fault, conflict });
    return false;
  }
}

/** A change of the draft, or a function from the newest draft to it, for changes that come after a wait. */
export type Change = Partial<Draft> | ((draft: Draft) => Partial<Draft>);

/** Changes the draft. Groups that are chosen here are those of all channels. */
export function edit(store: EditorStore, change: Change): void {
  store.setState(({ draft }) => {
    const changed = typeof change === "function" ? change(draft) : change;
    return { draft: { ...draft, ...(changed.sources && { apart: {} }), ...changed } };
  });
}
