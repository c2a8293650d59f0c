import { create, type StoreApi, type UseBoundStore } from "zustand";
import { commonMessages } from "../i18n/common-messages";
import { closeSnackbar, showSnackbar, type Phrase } from "./app-store";
import { showFault } from "./show-fault";

type Deleted<K> = UseBoundStore<StoreApi<{ readonly ids: readonly K[] }>>;

/** Deleted entries that can still be restored: the list hides them, the server is called later. */
export function createDeleted<K>(): Deleted<K> {
  return create<{ readonly ids: readonly K[] }>()(() => ({ ids: [] }));
}

export interface Removals<K> {
  /** Hides the entry and offers to undo. */
  readonly remove: (id: K, phrase: Phrase) => void;
  /** Sends the deletions now, because the user leaves the page. */
  readonly flush: () => void;
}

/**
 * `tell` deletes permanently, once the message with the undo has closed; `reload` reloads the list. A deletion that fails
 * restores the entry, with a message.
 */
export function createRemovals<K>(
  deleted: Deleted<K>,
  tell: (id: K) => Promise<unknown>,
  reload: () => void,
): Removals<K> {
  const bars = new Map<K, number>();
  const show = (id: K): void => deleted.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }));
  const end = async (id: K): Promise<void> => {
    if (!bars.delete(id)) return;
    try {
      await tell(id);
    } catch (thrown) {
      showFault(thrown);
      show(id);
    }
    reload();
  };
  const undo = (id: K): void => {
    if (bars.delete(id)) show(id);
  };
  return {
    remove: (id, phrase) => {
      deleted.setState(({ ids }) => ({ ids: [...ids, id] }));
      const action = { message: commonMessages.undo, run: () => undo(id) };
      bars.set(id, showSnackbar(phrase, { action, onClose: () => void end(id) }));
    },
    flush: () => bars.forEach(closeSnackbar),
  };
}
