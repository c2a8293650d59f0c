import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { MailProviderService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import type { MailProvider } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Field } from "../../../ui/Field";
import { focusHeading } from "../../../ui/focus-heading";
import { useSubmission } from "../../../ui/use-submission";
import styles from "../Connections.module.css";
import { mailMessages as messages } from "../mail-messages";
import { wordMessages } from "../../../i18n/word-messages";

interface ProviderFormProps {
  readonly provider: MailProvider;
  readonly uids: readonly string[];
  readonly onPassword: (password: string) => void;
}

const KEY_LABELS: Readonly<Record<string, Message>> = { sendgrid: messages.sendgridKey, mailgun: messages.mailgunKey };

/** The form of a provider: its database and its proof. The first save creates the provider's address. */
export function ProviderForm({ provider, uids, onPassword }: ProviderFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const { provider: name, path, username, hasKey } = provider;
  const there = path !== "";
  const [uid, setUid] = useState(provider.uid || (uids[0] ?? ""));
  const [key, setKey] = useState("");
  const [topic, setTopic] = useState(provider.topic);
  const [changing, setChanging] = useState(false);
  const keyLabel = there ? KEY_LABELS[name] : undefined;
  const typed = keyLabel !== undefined && (!hasKey || changing);
  const endChange = (): void => {
    // The focused field or button goes with the change.
    if (typed) focusHeading();
    setKey("");
    setChanging(false);
  };
  const saving = useSubmission<boolean>(async (renewPassword) => {
    const { password } = await clientOf(api, MailProviderService).setMailProvider({
      provider: name,
      uid,
      key,
      topic,
      renewPassword,
    });
    endChange();
    if (password !== "") onPassword(password);
    else if (there) showSnackbar({ message: messages.saved });
    await revalidate();
  });
  const { fault } = saving;
  const wrong = fault && (fault.reason === "PROVIDER_KEY_INVALID" || fault.reason === "PROVIDER_TOPIC_INVALID");
  const error = wrong ? formatMessage(faultMessage(fault)) : undefined;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // An empty key keeps the one that is there.
    if (changing && key === "" && uids.length === 1) endChange();
    else void saving.submit(false);
  };
  const cancel = (): void => {
    endChange();
    saving.forget();
  };
  // After the set-up there is a save button only if a field can be edited.
  const editable = !there || typed || name === "ses" || uids.length > 1;
  return (
    <form className={styles["form"]} noValidate onSubmit={submit}>
      {fault && !wrong && <FaultAlert fault={fault} />}
      {name === "ses" && (
        <Field
          label={messages.topic}
          name="topic"
          placeholder="arn:aws:sns:eu-central-1:1234…:puls"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={topic}
          error={error}
          onChange={(event) => {
            setTopic(event.target.value.trim());
            saving.forget();
          }}
        />
      )}
      {keyLabel && !typed && (
        <div className={styles["line"]}>
          <span id={id}>
            <FormattedMessage {...messages.keyThere} />
          </span>
          <Button label={wordMessages.change} aria-describedby={id} onClick={() => setChanging(true)} />
        </div>
      )}
      {typed && (
        <Field
          label={keyLabel}
          name="key"
          type="password"
          autoComplete="off"
          maxLength={1000}
          value={key}
          error={error}
          extra={hasKey ? undefined : messages.keyMissing}
          autoFocus={changing}
          onChange={(event) => {
            setKey(event.target.value);
            saving.forget();
          }}
        />
      )}
      {uids.length > 1 && <DatabaseSelect size="large" value={uid} uids={uids} onChange={setUid} />}
      <div className={styles["line"]}>
        {editable && (
          <Button
            label={there ? wordMessages.save : messages.create}
            type={there && hasKey ? "default" : "primary"}
            htmlType="submit"
            loading={saving.busy}
          />
        )}
        {changing && <Button label={commonMessages.cancel} onClick={cancel} />}
        {username !== "" && (
          <Button label={messages.renew} loading={saving.busy} onClick={() => void saving.submit(true)} />
        )}
      </div>
    </form>
  );
}
