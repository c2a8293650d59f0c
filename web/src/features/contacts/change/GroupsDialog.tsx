import { useState, type ReactNode } from "react";
import type { Contact, Group } from "../../../api/messages";
import { FormDialog } from "../../../ui/FormDialog";
import { useSubmission } from "../../../ui/use-submission";
import type { ContactChanges } from "./changes";
import { editMessages as messages } from "./messages";
import { GroupChoice } from "./GroupChoice";
import type { Choices } from "./loader";
import { wordMessages } from "../../../i18n/word-messages";

interface GroupsDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Adds a contact to groups of its database. */
export function GroupsDialog({ contact, changes, choices, onClose }: GroupsDialogProps): ReactNode {
  const [chosen, setChosen] = useState<readonly Group[]>([]);
  const { busy, fault, submit } = useSubmission<readonly number[]>(async (ids) => {
    if (ids.length > 0) {
      const notice = { message: messages.joinedGroups, values: { count: ids.length } };
      await changes.make({ addGroupIds: [...ids] }, notice, { removeGroupIds: [...ids] });
    }
    onClose();
  });
  const there = new Set(contact.groups.map((group) => group.id));
  return (
    <FormDialog
      title={messages.toGroups}
      width={520}
      submit={wordMessages.save}
      busy={busy}
      fault={fault}
      onSubmit={() => void submit(chosen.map((group) => group.id))}
      onClose={onClose}
    >
      <GroupChoice
        groups={choices.groups.filter((group) => group.uid === contact.uid && !there.has(group.id))}
        chosen={chosen}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}
