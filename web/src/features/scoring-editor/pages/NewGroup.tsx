import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import type { Group } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { useDatabaseName } from "../../../stores/database-store";
import { Button } from "../../../ui/Button";
import { Field } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { useNameForm } from "../../../ui/use-name-form";
import { makeGroup } from "../actions/make";
import { useEditor } from "../editor-context";
import styles from "./Groups.module.css";
import { groupsMessages as messages } from "./groups-messages";

interface NewGroupProps {
  readonly uid: string;
  readonly groups: readonly Group[];
  readonly onMade: (group: Group) => void;
}

/** Adds a group to a uid without leaving the page. */
export function NewGroup({ uid, groups, onMade }: NewGroupProps): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!open) {
    return <Button label={messages.add} ref={button} icon={<Icon of={PlusOutlined} />} onClick={() => setOpen(true)} />;
  }
  const close = (): void => {
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  return <GroupForm uid={uid} groups={groups} onMade={onMade} onClose={close} />;
}

function GroupForm({ uid, groups, onMade, onClose }: NewGroupProps & { readonly onClose: () => void }): ReactNode {
  const nameOf = useDatabaseName();
  const { formatMessage } = useIntl();
  const api = useApi();
  const { store } = useEditor();
  const isTaken = (name: string): boolean =>
    groups.some((group) => group.uid === uid && group.name.toLowerCase() === name.toLowerCase());
  const { busy, submit, field } = useNameForm({
    check: (name) => (name === "" ? commonMessages.required : isTaken(name) && messages.taken),
    send: async (name) => {
      onMade(await makeGroup(api, store, uid, name));
      onClose();
    },
  });
  return (
    <form className={styles["newGroup"]} noValidate onSubmit={submit}>
      <Field
        label={formatMessage(messages.newName, { uid: nameOf(uid) })}
        maxLength={100}
        autoComplete="off"
        autoFocus
        {...field}
      />
      <div className={styles["newButtons"]}>
        <Button label={messages.addSubmit} type="primary" htmlType="submit" loading={busy} />
        <Button label={commonMessages.cancel} onClick={onClose} />
      </div>
    </form>
  );
}
