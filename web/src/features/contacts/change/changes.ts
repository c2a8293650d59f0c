import { clientOf, type Api } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import type { Contact, ContactUpdate } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { showSnackbar, type Phrase } from "../../../stores/app-store";
import { showFault } from "../../../stores/show-fault";

/** The changed fields of a contact. */
export type Change = Omit<ContactUpdate, "uid" | "number" | "$typeName">;

export interface ContactChanges {
  /** Makes a change and confirms it; `back` undoes it. A refusal is thrown. */
  readonly make: (change: Change, phrase: Phrase, back?: Change) => Promise<void>;
  /** Like `make`, but shows a refusal in place of throwing it. */
  readonly try: (change: Change, phrase: Phrase, back?: Change) => Promise<void>;
}

/** Changes of one contact; the page is reloaded after each. */
export function createChanges(api: Api, { uid, number }: Contact, reload: () => Promise<void>): ContactChanges {
  const make = async (change: Change, phrase: Phrase, back?: Change): Promise<void> => {
    await clientOf(api, ContactsService).updateContact({ ...change, uid, number });
    const action = back && {
      message: commonMessages.undo,
      run: () => void attempt(back, { message: commonMessages.undone }),
    };
    showSnackbar(phrase, { action });
    await reload();
  };
  const attempt = async (change: Change, phrase: Phrase, back?: Change): Promise<void> => {
    try {
      await make(change, phrase, back);
    } catch (thrown) {
      showFault(thrown);
    }
  };
  return { make, try: attempt };
}
