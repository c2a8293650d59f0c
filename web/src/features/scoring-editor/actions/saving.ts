import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import { readScoring, type GetPredefinedWeightsResponse } from "../../../api/messages";
import { keepUnsaved } from "../../../stores/unsaved-store";
import { fingerprint, toActiveContent, toContent, toNew, toPreview } from "../model/content";
import { differences } from "../model/differences";
import { ACTIVE } from "../../../lib/status";
import { toDraft, toMarks, type ChannelDraft, type Draft } from "../model/draft";
import { isDirty, type EditorStore } from "../store";

/** One editor's saving. Saves never overlap: one that is asked for during another follows it. */
export interface Saving {
  /** Saves what was changed. Resolves to whether the server has everything now. */
  save(): Promise<boolean>;
  /** In a conflict: puts what is here over what somebody else saved. */
  keepMine(): Promise<boolean>;
  /** In a conflict: takes what somebody else saved. */
  loadSaved(): void;
  /**
   * Makes a new draft of what is here with a change; resolves to its id, or undefined when that failed. The properties
   * that receive scores stay with this one.
   */
  copy(name: string, change?: Partial<Draft>): Promise<string | undefined>;
  /** What is not saved need not be. */
  discard(): void;
}

/** What waits while the person signs in again: that they were here, and what of it was not saved. */
export interface Waiting {
  readonly draft?: Draft;
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
    // Who asks during a save wants also what was typed since.
    while (running) await running;
    if (!isDirty(store.getState())) return true;
    if (store.getState().conflict) return false;
    running = send(api, store);
    const done = await running.finally(() => (running = undefined));
    const { conflict, draft } = store.getState();
    // What was saved elsewhere says the same: an answer was lost, or two did the same thing.
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
    // Whether it runs is not what was entered here: that stays as somebody else left it.
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
          toNew({ ...withoutProperties(store.getState().draft), ...change, name }),
        );
        return id;
      } catch (thrown) {
        store.setState({ fault: toFault(thrown) });
        return undefined;
      }
    },
    discard: () => store.setState(({ draft }) => ({ saved: fingerprint(draft) })),
  };
}

/** Whether what somebody else saved is what a save of the draft would keep; the rules say what its marks come to. */
async function isKept(api: Api, draft: Draft, saved: Draft): Promise<boolean> {
  const fields = differences(draft, saved);
  if (fields.length !== 1 || fields[0] !== "sources") return fields.length === 0;
  try {
    const { channels } = await clientOf(api, ScoringService).previewScoring(toPreview(draft, false));
    const built = draft.channels.flatMap((channel) => channels[channel] ?? [])[0];
    return (
      built !== undefined && differences({ ...draft, sources: built.dataSources.map(toMarks) }, saved).length === 0
    );
  } catch {
    // Nobody can tell: the person is asked.
    return false;
  }
}

/** One save. What was typed while it was on its way stays, and is not saved yet. */
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

function withoutProperties(draft: Draft): Draft {
  const bare = (channel: ChannelDraft): ChannelDraft => ({ ...channel, properties: [] });
  return { ...draft, mailing: bare(draft.mailing), sms: bare(draft.sms), web: bare(draft.web) };
}

/** Changes what is being edited. */
export function edit(store: EditorStore, change: Partial<Draft>): void {
  store.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}
