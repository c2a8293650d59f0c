import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import type { Editor } from "../editor-context";
import { fingerprint } from "../model/content";
import { ACTIVE, INACTIVE } from "../../../lib/status";
import { toMarks } from "../model/draft";
import { edit } from "./saving";

/**
 * Finishes a scoring: the rules turn its marks into data sources, everything is saved, and it is activated unless it
 * should stay inactive. Resolves to whether that succeeded; the reason of a failure is in the store: problems in the
 * preview's response, a refused call as the fault. A repeated call continues where it ended.
 */
export async function finish(
  api: Api,
  { store, saving, preview }: Pick<Editor, "store" | "saving" | "preview">,
  status: typeof INACTIVE | typeof ACTIVE,
): Promise<boolean> {
  store.setState({ fault: undefined });
  const answer = await preview.ask(false);
  if (!answer) {
    // Without a fault the draft changed meanwhile: it is no longer the one shown.
    const { phase, fault } = store.getState().preview;
    if (phase === "failed") store.setState({ fault });
    return false;
  }
  if (answer.problems.length > 0) {
    preview.askSoon(true);
    return false;
  }
  const { draft } = store.getState();
  const built = draft.channels.flatMap((channel) => answer.channels[channel] ?? [])[0];
  // Sources that differ by channel come from the API, which saves none that are only marks.
  const differ = Object.keys(draft.apart).length > 0;
  if (built && !differ) edit(store, { sources: built.dataSources.map(toMarks) });
  if (status === INACTIVE) edit(store, { status });
  if (!(await saving.save())) {
    // A refused draft stays a draft, so that it can be saved unfinished.
    edit(store, { status: draft.status });
    return false;
  }
  if (status === INACTIVE) return true;
  try {
    await clientOf(api, ScoringService).setScoringStatus({ id: draft.id, newStatus: ACTIVE });
  } catch (thrown) {
    store.setState({ fault: toFault(thrown) });
    return false;
  }
  // The loaded draft is replaced, and there are no unsaved changes.
  edit(store, { status: ACTIVE });
  store.setState((state) => ({ saved: fingerprint(state.draft) }));
  return true;
}
