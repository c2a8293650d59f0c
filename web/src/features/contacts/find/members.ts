import { clientOf, type Api } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { toFault } from "../../../api/fault";
import type { FoundContact, Group } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { randomKey } from "../../../lib/random-key";
import { showSnackbar, type SnackbarAction } from "../../../stores/app-store";
import { membersMessages as messages } from "./messages";

/** What happens to contacts and a group. */
export type MembersMode = "add" | "remove";

/** A group that exists, or the name of a new one in its database. */
type Target = Pick<Group, "uid" | "name"> & { readonly id?: number };

/** Puts the contacts of the group's database into it or takes them out, says how many, and offers the way back. */
export async function changeMembers(
  api: Api,
  mode: MembersMode,
  contacts: readonly Pick<FoundContact, "uid" | "number">[],
  { id: known, uid, name }: Target,
): Promise<void> {
  const numbers = contacts.filter((one) => one.uid === uid).map(({ number }) => number);
  const { id } =
    known === undefined
      ? await clientOf(api, ContactsService).createGroup({ uid, name }, { headers: { "idempotency-key": randomKey() } })
      : { id: known };
  if (mode === "add") {
    const { added, alreadyThere } = await clientOf(api, ContactsService).addGroupMembers({ id, numbers });
    const said = { message: messages.added, values: { name, added, there: alreadyThere } };
    // Whoever was there before would go too.
    const undo = async (): Promise<void> => {
      const { removed } = await clientOf(api, ContactsService).removeGroupMembers({ id, numbers });
      showSnackbar({ message: messages.removed, values: { name, removed, missing: 0 } });
    };
    showSnackbar(said, { action: added > 0 && alreadyThere === 0 ? offer(undo) : undefined });
    return;
  }
  const { removed, notThere } = await clientOf(api, ContactsService).removeGroupMembers({ id, numbers });
  const said = { message: messages.removed, values: { name, removed, missing: notThere } };
  const undo = async (): Promise<void> => {
    const { added } = await clientOf(api, ContactsService).addGroupMembers({ id, numbers });
    showSnackbar({ message: messages.added, values: { name, added, there: 0 } });
  };
  showSnackbar(said, { action: removed > 0 && notThere === 0 ? offer(undo) : undefined });
}

function offer(undo: () => Promise<void>): SnackbarAction {
  const run = async (): Promise<void> => {
    try {
      await undo();
    } catch (thrown) {
      showSnackbar({ message: faultMessage(toFault(thrown)) }, { type: "error", timeout: 8000 });
    }
  };
  return { message: commonMessages.undo, run: () => void run() };
}
