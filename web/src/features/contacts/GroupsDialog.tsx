import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage } from "react-intl";
import type { Contact, Group } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { useSubmission } from "../../ui/use-submission";
import type { ContactChanges } from "./changes";
import styles from "./Contacts.module.css";
import { editMessages as messages } from "./edit-messages";
import { GroupChoice } from "./GroupChoice";
import type { Choices } from "./loader";

interface GroupsDialogProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Puts a contact into groups of its database. */
export function GroupsDialog({ contact, changes, choices, onClose }: GroupsDialogProps): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState<readonly Group[]>([]);
  const { busy, fault, submit } = useSubmission<readonly number[]>(async (ids) => {
    if (ids.length > 0) {
      const said = { message: messages.joinedGroups, values: { count: ids.length } };
      await changes.make({ addGroupIds: [...ids] }, said, { removeGroupIds: [...ids] });
    }
    onClose();
  });
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit(chosen.map((group) => group.id));
  };
  const there = new Set(contact.groups.map((group) => group.id));
  return (
    <Dialog
      title={<FormattedMessage {...messages.toGroups} />}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            <FormattedMessage {...messages.save} />
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles["stack"]} onSubmit={send}>
        {fault && <FaultAlert fault={fault} />}
        <GroupChoice
          groups={choices.groups.filter((group) => group.uid === contact.uid && !there.has(group.id))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </form>
    </Dialog>
  );
}
