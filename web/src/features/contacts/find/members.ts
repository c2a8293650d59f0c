import { clientOf, type Api } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import type { ContactSearch, FoundContact, Group } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { showSnackbar, type SnackbarAction } from "../../../stores/app-store";
import { showFault } from "../../../stores/show-fault";
import { membersMessages as messages } from "./messages";

/** Adds contacts to a group or removes them; "create" starts with the name of a new group. */
export type MembersMode = "add" | "create" | "remove";

/** Selected contacts, or all that a search finds. */
export interface Selected {
  readonly count: number;
  /** The databases to which they may belong. */
  readonly uids: readonly string[];
  readonly ticked: readonly Pick<FoundContact, "uid" | "number">[];
  /** Undefined if single contacts are selected. */
  readonly search?: ContactSearch;
}

export type Target = Pick<Group, "id" | "uid" | "name">;

/** The number of the contacts in a database; undefined if only the server knows. */
export function countIn({ count, uids, ticked, search }: Selected, uid: string): number | undefined {
  if (uids.length === 1) return count;
  return search ? undefined : ticked.filter((one) => one.uid === uid).length;
}

export async function createGroup(api: Api, uid: string, name: string): Promise<Target> {
  const { id } = await clientOf(api, ContactsService).createGroup({ uid, name });
  return { id, uid, name };
}

/** Adds the contacts of the group's database to it or removes them, shows how many, and offers an undo. */
export async function changeMembers(
  api: Api,
  mode: MembersMode,
  { ticked, search }: Selected,
  { id, uid, name }: Target,
): Promise<void> {
  const contacts = clientOf(api, ContactsService);
  const members = search
    ? { id, search }
    : { id, numbers: ticked.filter((one) => one.uid === uid).map(({ number }) => number) };
  if (mode === "remove") {
    const { removed, notThere } = await contacts.removeGroupMembers(members);
    const notice = { message: messages.removed, values: { name, removed, missing: notThere } };
    const undo = async (): Promise<void> => {
      const { added } = await contacts.addGroupMembers(members);
      showSnackbar({ message: messages.added, values: { name, added, there: 0 } });
    };
    // A search in the group finds no contacts any more.
    const found = search?.groupId !== id;
    showSnackbar(notice, { action: removed > 0 && notThere === 0 && found ? offer(undo) : undefined });
    return;
  }
  const { added, alreadyThere } = await contacts.addGroupMembers(members);
  const notice = { message: messages.added, values: { name, added, there: alreadyThere } };
  // If some were members before, an undo would also remove these.
  const undo = async (): Promise<void> => {
    const { removed } = await contacts.removeGroupMembers(members);
    showSnackbar({ message: messages.removed, values: { name, removed, missing: 0 } });
  };
  showSnackbar(notice, { action: added > 0 && alreadyThere === 0 ? offer(undo) : undefined });
}

function offer(undo: () => Promise<void>): SnackbarAction {
  const run = async (): Promise<void> => {
    try {
      await undo();
    } catch (thrown) {
      showFault(thrown);
    }
  };
  return { message: commonMessages.undo, run: () => void run() };
}
