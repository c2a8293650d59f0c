import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { ContactsService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { faultText } from "../../i18n/field-fault";
import { showSnackbar } from "../../stores/app-store";
import { FormDialog } from "../../ui/FormDialog";
import { Field } from "../../ui/Field";
import { useSubmission } from "../../ui/use-submission";
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
  const [uid, setUid] = useState(free);
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState<string>();
  const { busy, submit } = useSubmission<string>(
    async (wanted) => {
      await clientOf(api, ContactsService).createDatabase({ uid: wanted, name: name.trim() });
      showSnackbar({ message: messages.made, values: { uid: name.trim() || wanted } });
      onClose();
      await revalidate();
    },
    (fault) => setWrong(faultText(formatMessage, fault)),
  );
  const send = (): void => {
    const wanted = uid.trim();
    if (!isUid(wanted)) setWrong(formatMessage(messages.wrong));
    else void submit(wanted);
  };
  return (
    <FormDialog title={messages.open} submit={messages.submit} busy={busy} onSubmit={send} onClose={onClose}>
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
        value={uid}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        error={wrong}
        extra={<FormattedMessage {...messages.hint} values={{ uid: free }} />}
        onChange={(event) => {
          setUid(event.target.value);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
