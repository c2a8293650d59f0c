import type { Api } from "../../api/api";
import { createDeleted, createRemovals, type Removals } from "../../stores/removals";
import type { Kind } from "./kind";

/** Deleted items that can still be restored, by list. */
export const useDeleted = { groups: createDeleted<number>(), features: createDeleted<number>() };

/** Deletes unused items, after a period in which the deletion can be undone. */
export function createListRemovals(api: Api, kind: Kind, reload: () => void): Removals<number> {
  return createRemovals<number>(useDeleted[kind.name], (id) => kind.remove(api, id), reload);
}
