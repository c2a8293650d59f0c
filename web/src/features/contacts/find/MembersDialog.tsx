import { Suspense, use, useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import type { Group } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import { commonMessages } from "../../../i18n/common-messages";
import { faultText } from "../../../i18n/field-fault";
import { namedLike, NAME_MAX, named } from "../../../lib/named";
import { useDatabaseName } from "../../../stores/database-store";
import { Button } from "../../../ui/Button";
import { Combobox } from "../../../ui/Combobox";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { Dialog } from "../../../ui/Dialog";
import { Skeleton } from "../../../ui/Skeleton";
import { useSubmission } from "../../../ui/use-submission";
import { changeMembers, countIn, createGroup, type MembersMode, type Selected, type Target } from "./members";
import { findMessages as contactsMessages, membersMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface MembersDialogProps {
  readonly mode: MembersMode;
  readonly selected: Selected;
  readonly groups: Promise<Settled<readonly Group[]>>;
  /** The group whose contacts are shown; 0 if none. */
  readonly groupId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const TITLES = {
  add: contactsMessages.toGroup,
  create: contactsMessages.newGroup,
  remove: contactsMessages.outOfGroup,
};

/** Adds the selected contacts to an existing or new group, or removes them from one. */
export function MembersDialog(props: MembersDialogProps): ReactNode {
  const { mode, onClose } = props;
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={TITLES[mode]}
      width={520}
      onClose={onClose}
      secondary={<Button label={commonMessages.cancel} onClick={onClose} />}
      primary={
        <Button type="primary" htmlType="submit" form={id} loading={busy}>
          <FormattedMessage
            {...(mode === "remove" ? messages.remove : messages.add)}
            values={{ count: props.selected.count }}
          />
        </Button>
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

function MembersForm({ mode, selected, groups, groupId, id, onBusy, onDone }: FormProps): ReactNode {
  const nameOf = useDatabaseName();
  const { formatMessage } = useIntl();
  const api = useApi();
  const all = use(groups).value ?? [];
  const shown = all.find((group) => group.id === groupId);
  const [picked, setPicked] = useState<Target | undefined>(mode === "remove" ? shown : undefined);
  const [typed, setTyped] = useState(picked?.name ?? "");
  const [wrong, setWrong] = useState<string>();
  const [home, setHome] = useState(selected.uids[0] ?? "");
  const uids = mode === "create" ? [home] : selected.uids;
  const group = picked ?? named(all, uids, typed);
  // A new group belongs to one database.
  const fresh = mode !== "remove" && !group && uids.length === 1 ? typed.trim() : "";
  const uid = group?.uid ?? uids[0] ?? "";
  const { submit } = useSubmission<undefined>(
    async () => {
      onBusy(true);
      try {
        const target = group ?? (await createGroup(api, uid, fresh));
        // After a failure the next attempt fills the new group.
        setPicked(target);
        await changeMembers(api, mode, selected, target);
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
  const moveTo = (other: string): void => {
    setHome(other);
    setPicked(undefined);
  };
  const within = countIn(selected, uid);
  return (
    <form id={id} className="stack" noValidate onSubmit={send}>
      {mode === "create" && selected.uids.length > 1 && (
        <DatabaseSelect uids={selected.uids} value={home} onChange={moveTo} />
      )}
      <Combobox
        label={formatMessage(mode === "create" ? messages.name : wordMessages.group)}
        value={typed}
        maxLength={NAME_MAX}
        error={wrong}
        options={namedLike(all, uids, picked ? "" : typed).map(({ id: key, name, uid: of }) => ({
          key: String(key),
          label: name,
          detail: formatMessage(contactsMessages.ofDatabase, { uid: nameOf(of) }),
        }))}
        extra={
          (group !== undefined || fresh !== "") && (
            <>
              <FormattedMessage {...(group ? messages.existing : messages.fresh)} values={{ uid: nameOf(uid) }} />
              {within === undefined && (
                <>
                  {". "}
                  <FormattedMessage {...messages.only} />
                </>
              )}
              {within !== undefined && within < selected.count && (
                <FormattedMessage {...messages.part} values={{ count: within, all: selected.count }} />
              )}
            </>
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
