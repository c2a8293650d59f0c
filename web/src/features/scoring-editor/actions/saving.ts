import type { Api } from "../../../api/api";
import { toFault } from "../../../api/fault";
import { readScoring, type GetPredefinedWeightsResponse } from "../../../api/messages";
import { forgetUnsaved, keepUnsaved } from "../../../stores/unsaved-store";
import { fingerprint, toActiveContent, toContent, toNew } from "../model/content";
import { ACTIVE, toDraft, type Draft } from "../model/draft";
import { isDirty, type EditorStore } from "../store";

/** One editor's saving. Saves never overlap: one that is asked for during another follows it. */
export interface Saving {
  /** Saves what was changed. Resolves to whether the server has everything now. */
  save(): Promise<boolean>;
  /** In a conflict: puts what is here over what somebody else saved. */
  keepMine(): Promise<boolean>;
  /** In a conflict: takes what somebody else saved. */
  loadSaved(): void;
  /** In a conflict: makes a new draft of what is here, answers its id and takes what somebody else saved for this one. */
  copyMine(name: string): Promise<string>;
}

/** Name under which what was entered waits while the person signs in again. */
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
  store.subscribe(({ draft }, before) => {
    if (draft === before.draft) return;
    if (isDirty(store.getState())) keepUnsaved(form, accountId, draft);
    else forgetUnsaved(form);
  });
  let running: Promise<boolean> | undefined;
  const save = async (): Promise<boolean> => {
    // Who asks during a save wants also what was typed since.
    while (running) await running;
    if (!isDirty(store.getState())) return true;
    if (store.getState().conflict) return false;
    running = send(api, store);
    const done = await running.finally(() => (running = undefined));
    if (done && !isDirty(store.getState())) forgetUnsaved(form);
    return done;
  };
  const loadSaved = (): void => {
    const { conflict } = store.getState();
    if (!conflict) return;
    const draft = toDraft(conflict, constants);
    store.setState({ draft, saved: fingerprint(draft), conflict: undefined, phase: "idle", fault: undefined });
    forgetUnsaved(form);
  };
  return {
    save,
    loadSaved,
    keepMine: async () => {
      const { conflict, draft } = store.getState();
      if (!conflict) return true;
      // Whether it runs is not what was entered here: that stays as somebody else left it.
      const status = conflict.status;
      store.setState({ draft: { ...draft, version: conflict.version, status }, conflict: undefined, saved: "" });
      return save();
    },
    copyMine: async (name) => {
      const copy = await api.scorings.createScoring(toNew({ ...store.getState().draft, name }));
      loadSaved();
      return copy.id;
    },
  };
}

/** One save. What was typed while it was on its way stays, and is not saved yet. */
async function send(api: Api, store: EditorStore): Promise<boolean> {
  const sent = store.getState().draft;
  store.setState({ phase: "saving", fault: undefined });
  try {
    const { version } =
      sent.status === ACTIVE
        ? await api.scorings.updateActiveScoring(toActiveContent(sent))
        : await api.scorings.saveScoring(toContent(sent));
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

/** Changes what is being edited. */
export function edit(store: EditorStore, change: Partial<Draft>): void {
  store.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}
