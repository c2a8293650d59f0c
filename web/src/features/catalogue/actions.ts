import type { Api } from "../../api/api";
import { createDeleted, createRemovals, type Removals } from "../../stores/removals";
import type { Kind } from "./kind";

/** What was deleted here and can still be taken back, by list. */
export const useDeleted = { groups: createDeleted<number>(), features: createDeleted<number>() };

/** Deletes what nothing uses, after a while in which it can be taken back. */
export function createListRemovals(api: Api, kind: Kind, reload: () => void): Removals<number> {
  return createRemovals<number>(useDeleted[kind.name], (id) => kind.remove(api, id), reload);
}
