import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { ContactsService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { showSnackbar } from "../../stores/app-store";
import { FormDialog } from "../../ui/FormDialog";
import { Field } from "../../ui/Field";
import { useNameForm } from "../../ui/use-name-form";
import { wordMessages } from "../../i18n/word-messages";
import { freeUid, isUid } from "./free-uid";
import { NAME_MAX } from "./name-max";
import { databasesMessages as messages } from "./messages";

interface NewDatabaseProps {
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Adds a database by its uid; the next free one is proposed. */
export function NewDatabase({ taken, onClose }: NewDatabaseProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const free = freeUid(taken);
  const [name, setName] = useState("");
  const { busy, submit, field } = useNameForm({
    start: free,
    check: (uid) => !isUid(uid) && messages.wrong,
    send: async (uid) => {
      await clientOf(api, ContactsService).createDatabase({ uid, name: name.trim() });
      showSnackbar({ message: messages.made, values: { uid: name.trim() || uid } });
      onClose();
      await revalidate();
    },
  });
  return (
    <FormDialog title={messages.open} submit={messages.submit} busy={busy} onSubmit={submit} onClose={onClose}>
      <Field
        label={wordMessages.name}
        value={name}
        maxLength={NAME_MAX}
        aria-required={false}
        autoComplete="off"
        placeholder={formatMessage(messages.example)}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={messages.uid}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        extra={<FormattedMessage {...messages.hint} values={{ uid: free }} />}
        {...field}
      />
    </FormDialog>
  );
}
