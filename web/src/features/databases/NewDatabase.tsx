import { useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { ContactsService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { faultText } from "../../i18n/field-fault";
import { randomKey } from "../../lib/random-key";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { useSubmission } from "../../ui/use-submission";
import { wordMessages } from "../../i18n/word-messages";
import { freeUid, isUid } from "./free-uid";
import styles from "./Databases.module.css";
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
  const [key] = useState(randomKey);
  const { busy, submit } = useSubmission<string>(
    async (wanted) => {
      // The same database sent again after a lost answer is the same order.
      await clientOf(api, ContactsService).createDatabase(
        { uid: wanted, name: name.trim() },
        { headers: { "Idempotency-Key": `${key}-${wanted}-${name.trim()}` } },
      );
      showSnackbar({ message: messages.made, values: { uid: name.trim() || wanted } });
      onClose();
      await revalidate();
    },
    (fault) => setWrong(faultText(formatMessage, fault)),
  );
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wanted = uid.trim();
    if (!isUid(wanted)) setWrong(formatMessage(messages.wrong));
    else void submit(wanted);
  };
  return (
    <Dialog title={<FormattedMessage {...messages.open} />} onClose={onClose}>
      <form className={styles["form"]} noValidate onSubmit={send}>
        <Field
          label={<FormattedMessage {...wordMessages.name} />}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          placeholder={formatMessage(messages.example)}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={<FormattedMessage {...messages.uid} />}
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
        <div className={styles["buttons"]}>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            <FormattedMessage {...messages.submit} />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
