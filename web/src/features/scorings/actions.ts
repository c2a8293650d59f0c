import { clientOf, type Api } from "../../api/api";
import { CalculationService, ScoringService } from "../../api/services";
import { saveFile } from "../../api/files";
import { writeScoringFile } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { showSnackbar } from "../../stores/app-store";
import { showFault } from "../../stores/show-fault";
import { createDeleted, createRemovals } from "../../stores/removals";
import { actionMessages } from "./messages";
import { unscorableToday } from "../scoring-editor";
import { ACTIVE, INACTIVE } from "../../lib/status";
import type { ScoringRow } from "./rows";

/** Drafts that were deleted here and can still be restored. */
export const useDeletedStore = createDeleted<string>();

/** The actions of a scoring in the list. Each shows a message, with an undo if possible. */
export interface ListActions {
  readonly switchTo: (row: ScoringRow, status: number) => Promise<void>;
  /** Rejects if the server refuses the name. */
  readonly rename: (row: ScoringRow, name: string) => Promise<void>;
  /** `name` is the name of the copy. */
  readonly duplicate: (row: ScoringRow, name: string) => Promise<void>;
  readonly downloadFile: (row: ScoringRow) => Promise<void>;
  readonly calculate: (row: ScoringRow) => Promise<void>;
  readonly removeDraft: (row: ScoringRow) => void;
  /** The page is left: pending deletions are executed. */
  readonly flush: () => void;
}

/** `refuse` leads to the page that explains why a scoring would score no contact; such a scoring is not started. */
export function createListActions(api: Api, reload: () => void, refuse: (row: ScoringRow) => void): ListActions {
  const act = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (thrown) {
      showFault(thrown);
    }
    reload();
  };
  const removals = createRemovals<string>(
    useDeletedStore,
    (id) => clientOf(api, ScoringService).deleteScoring({ id }),
    reload,
  );
  const start = async (row: ScoringRow, run: () => Promise<void>): Promise<void> => {
    if ((await unscorableToday(api, row.id)).length > 0) refuse(row);
    else await act(run);
  };
  const switchTo = (row: ScoringRow, status: number): Promise<void> =>
    (status === ACTIVE ? (run: () => Promise<void>) => start(row, run) : act)(async () => {
      await clientOf(api, ScoringService).setScoringStatus({ id: row.id, newStatus: status });
      const on = status === ACTIVE;
      showSnackbar(
        { message: on ? actionMessages.switchedOn : actionMessages.switchedOff, values: { name: row.name } },
        { action: { message: commonMessages.undo, run: () => void switchTo(row, on ? INACTIVE : ACTIVE) } },
      );
    });
  return {
    switchTo,
    rename: async (row, name) => {
      await clientOf(api, ScoringService).updateActiveScoring({ id: row.id, name });
      reload();
    },
    duplicate: (row, name) =>
      act(async () => {
        await clientOf(api, ScoringService).duplicateScoring({ id: row.id, name });
        showSnackbar({ message: actionMessages.duplicated, values: { name } });
      }),
    downloadFile: (row) =>
      act(async () => {
        const { file } = await clientOf(api, ScoringService).getScoringFile({ id: row.id });
        if (file)
          saveFile({
            name: `${row.name}.json`,
            blob: new Blob([writeScoringFile(file)], { type: "application/json" }),
          });
      }),
    calculate: (row) =>
      start(row, async () => {
        await clientOf(api, CalculationService).calculate({ id: row.id });
      }),
    removeDraft: ({ id }) => removals.remove(id, { message: actionMessages.removed }),
    flush: removals.flush,
  };
}
