import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { ImportCheck } from "../../../api/messages";
import { channelMessages, channelWares } from "../../../i18n/common-messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { Card } from "../../../ui/Card";
import { Choice } from "../../../ui/Choice";
import { Field } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { askedChannels } from "../model/reading";
import { consentMessages as messages, sourceMessages } from "./columns-messages";

/** Whether contacts that the file creates have consented: the answers of its columns, and open questions. */
export function NewConsents({ check }: { readonly check: ImportCheck }): ReactNode {
  const { formatMessage } = useIntl();
  const reading = useImportState((state) => state.reading);
  const mapped = MESSAGE_CHANNELS.filter((channel) => reading.mapping.includes(CHANNEL_FIELDS[channel].column));
  const asked = askedChannels(reading, check.withoutConsent);
  const { effects, withoutConsent } = check;
  if (!effects || effects.newCount === 0 || mapped.length + asked.length === 0) return null;
  const without = (channel: MessageChannel): number => withoutConsent?.[CHANNEL_FIELDS[channel].answer] ?? 0;
  return (
    <Card title={messages.title} description={messages.text}>
      <div className="stack roomy">
        {mapped.map((channel) => (
          <p key={channel}>
            <FormattedMessage
              {...messages.byColumn}
              values={{
                channel: formatMessage(channelMessages[channel]),
                given: effects[CHANNEL_FIELDS[channel].newGiven],
                without: without(channel),
              }}
            />
          </p>
        ))}
        {asked.map((channel) => (
          <Question key={channel} channel={channel} count={without(channel)} />
        ))}
      </div>
    </Card>
  );
}

function Question({ channel, count }: { readonly channel: MessageChannel; readonly count: number }): ReactNode {
  const name = useId();
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const answer = useImportState(({ reading }) => reading.answers[channel]);
  const source = answer?.source ?? "";
  const channelName = formatMessage(channelMessages[channel]);
  const chosen = (value: "given" | "none") => ({
    name,
    checked: answer?.answer === value,
    onChoose: () => actions.answer(channel, { answer: value, source }),
  });
  return (
    <fieldset className="stack tight">
      <legend className={styles["label"]}>
        <FormattedMessage {...messages.question} values={{ count, wares: formatMessage(channelWares[channel]) }} />
      </legend>
      {!answer && (
        <p className={styles["needed"]}>
          <FormattedMessage {...messages.needed} />
        </p>
      )}
      <div className={styles["kind"]} data-chosen={answer?.answer === "given"}>
        <Choice {...chosen("given")} title={messages.given}>
          <FormattedMessage {...messages.givenText} values={{ channel: channelName, count }} />
        </Choice>
        {answer?.answer === "given" && <Source channel={channel} source={source} />}
      </div>
      <div className={styles["kind"]} data-chosen={answer?.answer === "none"}>
        <Choice {...chosen("none")} title={messages.none}>
          <FormattedMessage {...messages.noneText} values={{ channel: channelName }} />
        </Choice>
      </div>
      <ByColumn channel={channel} />
    </fieldset>
  );
}

/** The source of the consents, in free words or from a list. */
function Source({ channel, source }: { readonly channel: MessageChannel; readonly source: string }): ReactNode {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const usual = useId();
  return (
    <div className={styles["source"]}>
      <Field
        label={messages.source}
        value={source}
        list={usual}
        maxLength={200}
        placeholder={formatMessage(messages.sourceExample)}
        onChange={(event) => actions.answer(channel, { answer: "given", source: event.target.value })}
      />
      <p className="quiet">
        <FormattedMessage {...messages.sourceText} />
      </p>
      <datalist id={usual}>
        {Object.values(sourceMessages).map((message) => (
          <option key={message.id} value={formatMessage(message)} />
        ))}
      </datalist>
    </div>
  );
}

/** A link to choose a column with consents, if one is left, among the columns. */
function ByColumn({ channel }: { readonly channel: MessageChannel }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { actions } = useImport();
  const { item, inspection, reading } = useImportState((state) => state);
  const left = (inspection?.columns ?? []).flatMap(({ name }, at) =>
    reading.mapping[at] === "" && name !== "" ? [{ value: String(at), label: name }] : [],
  );
  if (left.length === 0) return null;
  const choose = async (at: string): Promise<void> => {
    await actions.map(Number(at), CHANNEL_FIELDS[channel].column);
    await navigate(paths.import(item.id, "columns"));
  };
  return (
    <div className={styles["byColumn"]}>
      <FormattedMessage {...messages.column} />
      <Select
        aria-label={formatMessage(messages.columnOf)}
        value=""
        options={[{ value: "", label: formatMessage(messages.chooseColumn) }, ...left]}
        onChange={(at) => void choose(at)}
      />
    </div>
  );
}
