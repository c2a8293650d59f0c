import { create, type StoreApi, type UseBoundStore } from "zustand";
import { toFault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { showSnackbar, type Saying } from "./app-store";

/** How long something deleted can be taken back, in milliseconds. */
const UNDO_MS = 10_000;

type Deleted<K> = UseBoundStore<StoreApi<{ readonly ids: readonly K[] }>>;

/** Deleted entries that can still be restored: the list hides them, the server is told later. */
export function createDeleted<K>(): Deleted<K> {
  return create<{ readonly ids: readonly K[] }>()(() => ({ ids: [] }));
}

export interface Removals<K> {
  /** Hides it and offers the way back. */
  readonly remove: (id: K, saying: Saying) => void;
  /** The page is left: deletions are sent now. */
  readonly flush: () => void;
}

/** `tell` deletes for good, `reload` reads the list again. A deletion that fails restores the entry, with a message. */
export function createRemovals<K>(
  deleted: Deleted<K>,
  tell: (id: K) => Promise<unknown>,
  reload: () => void,
): Removals<K> {
  const timers = new Map<K, ReturnType<typeof setTimeout>>();
  const show = (id: K): void => deleted.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }));
  const end = async (id: K): Promise<void> => {
    clearTimeout(timers.get(id));
    if (!timers.delete(id)) return;
    try {
      await tell(id);
    } catch (thrown) {
      showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
      show(id);
    }
    reload();
  };
  const undo = (id: K): void => {
    clearTimeout(timers.get(id));
    if (timers.delete(id)) show(id);
  };
  return {
    remove: (id, saying) => {
      deleted.setState(({ ids }) => ({ ids: [...ids, id] }));
      timers.set(
        id,
        setTimeout(() => void end(id), UNDO_MS),
      );
      showSnackbar(saying, {
        timeout: UNDO_MS,
        action: { message: commonMessages.undo, run: () => undo(id) },
      });
    },
    flush: () => {
      for (const id of timers.keys()) void end(id);
    },
  };
}
