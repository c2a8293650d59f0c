import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import type { Editor } from "../editor-context";
import { fingerprint } from "../model/content";
import { ACTIVE, INACTIVE } from "../../../lib/status";
import { toMarks } from "../model/draft";
import { edit } from "./saving";

/**
 * Finishes a scoring: its marks become the data sources that the rules make of them, all is saved, and it is
 * switched on unless it is to stay inactive. Resolves to whether that is done; why not stands in the store: problems in
 * the preview's answer, a refused call as the fault. Doing it again goes on where it ended.
 */
export async function finish(
  api: Api,
  { store, saving, preview }: Pick<Editor, "store" | "saving" | "preview">,
  status: typeof INACTIVE | typeof ACTIVE,
): Promise<boolean> {
  store.setState({ fault: undefined });
  const answer = await preview.ask(false);
  if (!answer) {
    // Without a fault the draft changed meanwhile: it is no longer the one that was shown.
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
  if (built) edit(store, { sources: built.dataSources.map(toMarks) });
  if (status === INACTIVE) edit(store, { status });
  if (!(await saving.save())) {
    // A draft that was refused stays one, so that it can be saved as it is.
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
  // The loaded draft is gone, and nothing is unsaved.
  edit(store, { status: ACTIVE });
  store.setState((state) => ({ saved: fingerprint(state.draft) }));
  return true;
}
