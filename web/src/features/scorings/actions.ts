import { create } from "zustand";
import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";
import { saveFile } from "../../api/files";
import { writeScoringFile } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { showSnackbar } from "../../stores/app-store";
import { actionMessages } from "./messages";
import { ACTIVE, INACTIVE } from "../../lib/status";
import type { ScoringRow } from "./rows";

/** Drafts that were deleted here and can still be taken back: the server is told later. */
export const useDeletedStore = create<{ readonly ids: readonly string[] }>()(() => ({ ids: [] }));

/** How long a deleted draft can be taken back. */
const UNDO_MS = 10_000;

/** What can be done with a scoring of the list. Each says what it did, and what can be taken back offers that. */
export interface ListActions {
  readonly switchTo: (row: ScoringRow, status: number) => Promise<void>;
  /** Resolves to why it failed, if the server refused the name. */
  readonly rename: (row: ScoringRow, name: string) => Promise<void>;
  /** `name` is what the copy is called. */
  readonly duplicate: (row: ScoringRow, name: string) => Promise<void>;
  readonly downloadFile: (row: ScoringRow) => Promise<void>;
  readonly calculate: (row: ScoringRow) => Promise<void>;
  readonly removeDraft: (row: ScoringRow) => void;
  /** The page is left: what was deleted goes now. */
  readonly flush: () => void;
}

export function createListActions(api: Api, reload: () => void): ListActions {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const hide = (id: string): void => useDeletedStore.setState(({ ids }) => ({ ids: [...ids, id] }));
  const show = (id: string): void => useDeletedStore.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }));
  const act = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (thrown) {
      showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
    }
    reload();
  };
  const remove = async (id: string): Promise<void> => {
    clearTimeout(timers.get(id));
    if (!timers.delete(id)) return;
    await act(async () => {
      await api.scorings.deleteScoring({ id });
    });
    show(id);
  };
  const switchTo = (row: ScoringRow, status: number): Promise<void> =>
    act(async () => {
      await api.scorings.setScoringStatus({ id: row.id, newStatus: status });
      const on = status === ACTIVE;
      showSnackbar(
        { message: on ? actionMessages.switchedOn : actionMessages.switchedOff, values: { name: row.name } },
        { action: { message: commonMessages.undo, run: () => void switchTo(row, on ? INACTIVE : ACTIVE) } },
      );
    });
  return {
    switchTo,
    rename: async (row, name) => {
      await api.scorings.updateActiveScoring({ id: row.id, name });
      reload();
    },
    duplicate: (row, name) =>
      act(async () => {
        await api.scorings.duplicateScoring({ id: row.id, name });
        showSnackbar({ message: actionMessages.duplicated, values: { name } });
      }),
    downloadFile: (row) =>
      act(async () => {
        const { file } = await api.scorings.getScoringFile({ id: row.id });
        if (file)
          saveFile({
            name: `${row.name}.json`,
            blob: new Blob([writeScoringFile(file)], { type: "application/json" }),
          });
      }),
    calculate: (row) =>
      act(async () => {
        await api.calculations.calculate({ id: row.id });
      }),
    removeDraft: ({ id }) => {
      hide(id);
      timers.set(
        id,
        setTimeout(() => void remove(id), UNDO_MS),
      );
      showSnackbar(
        { message: actionMessages.removed },
        {
          timeout: UNDO_MS,
          action: {
            message: commonMessages.undo,
            run: () => {
              clearTimeout(timers.get(id));
              timers.delete(id);
              show(id);
            },
          },
        },
      );
    },
    flush: () => {
      for (const id of timers.keys()) void remove(id);
    },
  };
}
