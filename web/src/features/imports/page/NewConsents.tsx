import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { ImportCheck } from "../../../api/messages";
import { paths } from "../../../lib/paths";
import { Card } from "../../../ui/Card";
import { Choice } from "../../../ui/Choice";
import { Field } from "../../../ui/Field";
import { Select } from "../../../ui/Select";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { askedChannels, consentField, CONSENT_CHANNELS, type ConsentChannel } from "../model/reading";
import { consentMessages as messages, questionMessages, sourceMessages } from "./columns-messages";

/** Whether contacts that the file makes have consented: what its columns say, and what nobody has said yet. */
export function NewConsents({ check }: { readonly check: ImportCheck }): ReactNode {
  const reading = useImportState((state) => state.reading);
  const said = CONSENT_CHANNELS.filter((channel) => reading.mapping.includes(consentField(channel)));
  const asked = askedChannels(reading, check.withoutConsent);
  const { newCount = 0, newEmailConsents = 0, newSmsConsents = 0 } = check.effects ?? {};
  if (newCount === 0 || said.length + asked.length === 0) return null;
  const given = { email: newEmailConsents, sms: newSmsConsents };
  return (
    <Card title={<FormattedMessage {...messages.title} />} description={<FormattedMessage {...messages.text} />}>
      <div className={styles["questions"]}>
        {said.map((channel) => (
          <p key={channel}>
            <FormattedMessage
              {...messages.byColumn}
              values={{ channel, given: given[channel], without: check.withoutConsent?.[channel] ?? 0 }}
            />
          </p>
        ))}
        {asked.map((channel) => (
          <Question key={channel} channel={channel} count={check.withoutConsent?.[channel] ?? 0} />
        ))}
      </div>
    </Card>
  );
}

function Question({ channel, count }: { readonly channel: ConsentChannel; readonly count: number }): ReactNode {
  const name = useId();
  const { actions } = useImport();
  const answer = useImportState(({ reading }) => reading.answers[channel]);
  const source = answer?.source ?? "";
  const chosen = (value: "given" | "none") => ({
    name,
    checked: answer?.answer === value,
    onChoose: () => actions.answer(channel, { answer: value, source }),
  });
  return (
    <fieldset className={styles["kinds"]}>
      <legend className={styles["label"]}>
        <FormattedMessage {...questionMessages[channel]} values={{ count }} />
      </legend>
      <div className={styles["kind"]} data-chosen={answer?.answer === "given"}>
        <Choice {...chosen("given")} title={<FormattedMessage {...messages.given} />}>
          <FormattedMessage {...messages.givenText} values={{ count }} />
        </Choice>
        {answer?.answer === "given" && <Source channel={channel} source={source} />}
      </div>
      <ByColumn channel={channel} />
      <div className={styles["kind"]} data-chosen={answer?.answer === "none"}>
        <Choice {...chosen("none")} title={<FormattedMessage {...messages.none} />}>
          <FormattedMessage {...messages.noneText} />
        </Choice>
      </div>
    </fieldset>
  );
}

/** Where the consents are from, by one's own words or by usual ones. */
function Source({ channel, source }: { readonly channel: ConsentChannel; readonly source: string }): ReactNode {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const usual = useId();
  return (
    <div className={styles["source"]}>
      <Field
        label={<FormattedMessage {...messages.source} />}
        value={source}
        list={usual}
        maxLength={200}
        placeholder={formatMessage(messages.sourceExample)}
        onChange={(event) => actions.answer(channel, { answer: "given", source: event.target.value })}
      />
      <p className={styles["quiet"]}>
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

/** The way to a column that says who consented, where one is left: it is looked at among the columns. */
function ByColumn({ channel }: { readonly channel: ConsentChannel }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { actions } = useImport();
  const { item, inspection, reading } = useImportState((state) => state);
  const left = (inspection?.columns ?? []).flatMap(({ name }, at) =>
    reading.mapping[at] === "" && name !== "" ? [{ value: String(at), label: name }] : [],
  );
  if (left.length === 0) return null;
  const choose = async (at: string): Promise<void> => {
    await actions.map(Number(at), consentField(channel));
    await navigate(paths.import(item.id, "columns"));
  };
  return (
    <div className={styles["kind"]}>
      <div className={styles["byColumn"]}>
        <strong>
          <FormattedMessage {...messages.column} />
        </strong>
        <Select
          aria-label={formatMessage(messages.columnOf)}
          value=""
          options={[{ value: "", label: formatMessage(messages.chooseColumn) }, ...left]}
          onChange={(at) => void choose(at)}
        />
      </div>
    </div>
  );
}
