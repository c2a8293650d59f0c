import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Scoring } from "../../../api/messages";
import { channelNames } from "../../../i18n/common-messages";
import { nameWith } from "../../../i18n/scoring-name";
import { formatTime } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Table } from "../../../ui/Table";
import { useMe } from "../../session";
import { useDraft, useEditor, useEditorState } from "../editor-context";
import { ENTERING } from "../entering";
import { differences, type Field } from "../model/differences";
import { ACTIVE } from "../../../lib/status";
import { toDraft } from "../model/draft";
import { differenceWords } from "./difference-words";
import styles from "./Frame.module.css";
import { conflictMessages as messages, fieldMessages } from "../messages";

/** Shown when another user saved the scoring meanwhile: the differences, and the choice between both. */
export function ConflictDialog(): ReactNode {
  const conflict = useEditorState((state) => state.conflict);
  return conflict ? <Choice conflict={conflict} /> : null;
}

function Choice({ conflict }: { readonly conflict: Scoring }): ReactNode {
  const intl = useIntl();
  const { saving, data } = useEditor();
  const { timeZone } = useMe();
  const [mine] = useDraft();
  const navigate = useNavigate();
  const fault = useEditorState((state) => state.fault);
  const [busy, setBusy] = useState(false);
  const theirs = toDraft(conflict, data.constants);
  const fieldName = ({ name, channel }: Field): ReactNode => (
    <FormattedMessage
      {...fieldMessages[name]}
      values={{ channel: channel && intl.formatMessage(channelNames[channel]) }}
    />
  );
  const switchedOn = theirs.status === ACTIVE && mine.status !== ACTIVE;
  const copy = async (): Promise<void> => {
    setBusy(true);
    const id = await saving.copy(nameWith(mine.name, intl.formatMessage(messages.copyName)));
    setBusy(false);
    if (id === undefined) return;
    saving.loadSaved();
    void navigate(paths.edit("", id), { state: ENTERING });
  };
  const changedAt = conflict.updatedAt ? new Date(Number(conflict.updatedAt.seconds) * 1000) : new Date();
  const copyMine = (
    <Button
      label={messages.copyMine}
      type={switchedOn ? "primary" : "default"}
      loading={busy}
      onClick={() => void copy()}
    />
  );
  return (
    <Dialog
      width={680}
      title={<FormattedMessage {...messages.title} values={{ time: formatTime(changedAt, timeZone) }} />}
      secondary={
        <>
          <Button label={messages.loadSaved} onClick={() => saving.loadSaved()} />
          {!switchedOn && copyMine}
        </>
      }
      primary={
        switchedOn ? (
          copyMine
        ) : (
          <Button label={messages.keepMine} type="primary" onClick={() => void saving.keepMine()} />
        )
      }
    >
      <p className={styles["conflictText"]}>
        <FormattedMessage {...(switchedOn ? messages.becameActive : messages.text)} />
      </p>
      <Table
        look="figures"
        className={styles["conflict"]}
        caption={messages.field}
        rows={differences(mine, theirs)}
        rowKey={({ name, channel = "" }) => name + channel}
        columns={[
          { head: messages.field, wrap: true, cell: fieldName },
          { head: messages.mine, cell: (field) => differenceWords(field, mine, data, intl) },
          { head: messages.saved, cell: (field) => differenceWords(field, theirs, data, intl) },
        ]}
      />
      {fault && !fault.current && <FaultAlert fault={fault} />}
    </Dialog>
  );
}
