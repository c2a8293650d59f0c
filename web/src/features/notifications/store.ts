import { create } from "zustand";
import { clientOf, type Api } from "../../api/api";
import { NotificationService } from "../../api/services";
import { onEntry, useSessionStore } from "../../stores/session-store";
import { toFault, type Fault } from "../../api/fault";
import type { Notification } from "../../api/messages";

interface NotificationState {
  readonly open: boolean;
  /** Undefined until they were first loaded. */
  readonly items: readonly Notification[] | undefined;
  /** The number of all, not only of those listed. */
  readonly unreadCount: number;
  readonly fault: Fault | undefined;
}

const NOTHING: NotificationState = { open: false, items: undefined, unreadCount: 0, fault: undefined };

/** The newest notifications of the server. */
export const useNotificationStore = create<NotificationState>()(() => NOTHING);

const { setState, getState } = useNotificationStore;

onEntry(() => setState(NOTHING));

/** Loads new notifications. A failure keeps the old ones; it is shown only in the open panel. */
export async function loadNotifications(api: Api): Promise<void> {
  // The session may have ended while the page was still there.
  if (useSessionStore.getState().token === undefined) return;
  try {
    const { items, unreadCount } = await clientOf(api, NotificationService).listNotifications({});
    setState({ items, unreadCount, fault: undefined });
  } catch (thrown) {
    setState({ fault: toFault(thrown) });
  }
}

/** Reloads and shows the list and, once loaded, marks everything in it as read. */
export async function openNotifications(api: Api): Promise<void> {
  setState({ open: true });
  await loadNotifications(api);
  const { items = [], unreadCount, fault } = getState();
  const newest = items[0];
  if (fault || !newest || unreadCount === 0) return;
  try {
    await clientOf(api, NotificationService).readNotifications({ upToId: newest.id });
    // The list continues to mark the new ones until it is opened again.
    setState({ unreadCount: 0 });
  } catch {
    // They stay unread and are counted again next time.
  }
}

export function closeNotifications(): void {
  setState({ open: false });
}
