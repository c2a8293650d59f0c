import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../../../i18n/common-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { Checkbox } from "../../../ui/Checkbox";
import { Field } from "../../../ui/Field";
import { FormDialog } from "../../../ui/FormDialog";
import { useForm } from "../../../ui/use-form";
import styles from "../Connections.module.css";
import { connectionMessages } from "../messages";
import { webhookEventMessages, webhookMessages as messages } from "../webhook-messages";

/** The input of a webhook's form. */
export interface Entered {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
}

/** The events that can be chosen; a test is sent in any case. */
const CHOICES = Object.entries(webhookEventMessages).filter(([event]) => event !== "webhook.test");
const EVENTS = CHOICES.map(([event]) => event);

const PLACES = {
  paths: { url: "url", description: "description" },
};

interface WebhookFormProps {
  /** Undefined for a new one. */
  readonly before?: Entered;
  readonly onSend: (entered: Entered) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The address and the events of a webhook. */
export function WebhookForm({ before, onSend, onClose }: WebhookFormProps): ReactNode {
  const [url, setUrl] = useState(before?.url ?? "");
  const [description, setDescription] = useState(before?.description ?? "");
  const [events, setEvents] = useState<readonly string[]>(before?.events ?? EVENTS);
  const { form, busy, fault, errors, submit, forget, text } = useForm<Entered>({
    values: { url: url.trim(), description: description.trim(), events },
    places: PLACES,
    check: (values) => ({
      url: values.url === "" && commonMessages.required,
      events: values.events.length === 0 && messages.eventsMissing,
    }),
    send: onSend,
  });
  return (
    <FormDialog
      title={before ? messages.edit : messages.add}
      submit={before ? wordMessages.save : connectionMessages.addWebhook}
      busy={busy}
      fault={fault}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={messages.url}
        type="url"
        placeholder="https://crm.example.com/puls"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        extra={messages.urlText}
        {...text("url", url, setUrl)}
      />
      <Field
        label={messages.description}
        autoComplete="off"
        aria-required={false}
        maxLength={100}
        {...text("description", description, setDescription)}
      />
      <fieldset className={styles["choices"]}>
        <legend>
          <FormattedMessage {...messages.events} />
        </legend>
        {CHOICES.map(([event, message], at) => (
          <Checkbox
            label={message}
            key={event}
            checked={events.includes(event)}
            error={at === EVENTS.length - 1 ? errors["events"] : undefined}
            onChange={(checked) => {
              setEvents(EVENTS.filter((one) => (one === event ? checked : events.includes(one))));
              forget("events");
            }}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
