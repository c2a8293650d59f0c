import { useMemo } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import { useLeaving } from "../../ui/use-leaving";
import { useReloaded } from "../../ui/use-poll";
import { editPath } from "../scoring-editor";
import { createListActions, useDeletedStore, type ListActions } from "./actions";
import { loadScorings, type ScoringsData } from "./loader";
import { isRunning, type ScoringRow } from "./rows";

/** The interval of reloading the list while a calculation runs. */
const RELOAD_MS = 15_000;

/**
 * The page's scorings without the drafts deleted here, and their actions. They are reloaded while one is calculated.
 */
export function useScorings<Data extends ScoringsData>(loaded: Data): Data & { readonly actions: ListActions } {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const reload = async (signal: AbortSignal): Promise<Data> => ({ ...loaded, ...(await loadScorings(api, signal)) });
  const data = useReloaded(loaded, reload, ({ rows }) => rows.some(isRunning), RELOAD_MS);
  const deleted = useDeletedStore(({ ids }) => ids);
  const actions = useMemo(() => {
    const refuse = (row: ScoringRow): void => {
      const { to, state } = editPath(row);
      void navigate(to, { state });
    };
    return createListActions(api, () => void revalidate(), refuse);
  }, [api, revalidate, navigate]);
  // Drafts deleted here are removed when the page is left.
  useLeaving(actions.flush);
  const rows = useMemo(() => data.rows.filter(({ id }) => !deleted.includes(id)), [data, deleted]);
  return { ...data, rows, actions };
}
