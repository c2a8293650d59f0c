import { Suspense, use, useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import type { FoundContact, Group } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import { commonMessages } from "../../../i18n/common-messages";
import { faultText } from "../../../i18n/field-fault";
import { namedLike, NAME_MAX, named } from "../../../lib/named";
import { Button } from "../../../ui/Button";
import { Combobox } from "../../../ui/Combobox";
import { Dialog } from "../../../ui/Dialog";
import { Skeleton } from "../../../ui/Skeleton";
import { useSubmission } from "../../../ui/use-submission";
import { changeMembers, type MembersMode } from "./members";
import { findMessages as contactsMessages, membersMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface MembersDialogProps {
  readonly mode: MembersMode;
  readonly contacts: readonly FoundContact[];
  readonly groups: Promise<Settled<readonly Group[]>>;
  /** The group whose contacts are shown; 0 when none is. */
  readonly groupId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Puts ticked contacts into a group, or takes them out of one. */
export function MembersDialog(props: MembersDialogProps): ReactNode {
  const { mode, onClose } = props;
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={<FormattedMessage {...(mode === "add" ? contactsMessages.toGroup : contactsMessages.outOfGroup)} />}
      width={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            <FormattedMessage
              {...(mode === "add" ? messages.add : messages.remove)}
              values={{ count: props.contacts.length }}
            />
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton rows={2} />}>
        <MembersForm {...props} id={id} onBusy={setBusy} />
      </Suspense>
    </Dialog>
  );
}

interface FormProps extends MembersDialogProps {
  readonly id: string;
  readonly onBusy: (busy: boolean) => void;
}

function MembersForm({ mode, contacts, groups, groupId, id, onBusy, onDone }: FormProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const all = use(groups).value ?? [];
  const shown = all.find((group) => group.id === groupId);
  const [picked, setPicked] = useState<Group | undefined>(mode === "remove" ? shown : undefined);
  const [typed, setTyped] = useState(picked?.name ?? "");
  const [wrong, setWrong] = useState<string>();
  const uids = [...new Set(contacts.map(({ uid }) => uid))];
  const group = picked ?? named(all, uids, typed);
  // A new group is in one database, so the contacts must be.
  const fresh = mode === "add" && !group && uids.length === 1 ? typed.trim() : "";
  const { submit } = useSubmission<undefined>(
    async () => {
      onBusy(true);
      try {
        await changeMembers(api, mode, contacts, group ?? { uid: uids[0] ?? "", name: fresh });
        onDone();
      } finally {
        onBusy(false);
      }
    },
    (fault) => setWrong(faultText(formatMessage, fault)),
  );
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (group || fresh !== "") void submit(undefined);
    else setWrong(formatMessage(messages.choose));
  };
  const within = group ? contacts.filter(({ uid }) => uid === group.uid).length : 0;
  return (
    <form id={id} noValidate onSubmit={send}>
      <Combobox
        label={formatMessage(wordMessages.group)}
        value={typed}
        maxLength={NAME_MAX}
        error={wrong}
        options={namedLike(all, uids, picked ? "" : typed).map(({ id: key, name, uid }) => ({
          key: String(key),
          label: name,
          detail: formatMessage(contactsMessages.ofDatabase, { uid }),
        }))}
        extra={
          group ? (
            <FormattedMessage
              {...(within === contacts.length ? messages.existing : messages.part)}
              values={{ uid: group.uid, count: within, all: contacts.length }}
            />
          ) : fresh === "" ? undefined : (
            <FormattedMessage {...messages.fresh} values={{ uid: uids[0] ?? "" }} />
          )
        }
        onType={(text) => {
          setTyped(text);
          setPicked(undefined);
          setWrong(undefined);
        }}
        onPick={({ key }) => {
          const chosen = all.find((one) => String(one.id) === key);
          setPicked(chosen);
          setTyped(chosen?.name ?? "");
          setWrong(undefined);
        }}
      />
    </form>
  );
}
