import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import { useId, useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import { channelMessages, commonMessages } from "../../../i18n/common-messages";
import { fieldWords } from "../../../i18n/field-fault";
import type { Channel } from "../../../lib/channel";
import { FEATURE_NAME } from "../../../lib/feature-names";
import { useDatabaseName } from "../../../stores/database-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Field } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { lazyPart } from "../../../ui/lazy-part";
import { useNameForm } from "../../../ui/use-name-form";
import { useMe } from "../../session";
import { makeProperty } from "../actions/make";
import { useDraft, useEditor, useEditorState, useProperties, useReadOnly } from "../editor-context";
import { choicesOf, chooseProperty, chosenIn, type Choice } from "../model/features";
import { sourcesOf } from "../model/marks";
import { usePreviewState } from "../panel/use-preview";
import styles from "./Summary.module.css";
import { summaryMessages as messages } from "./summary-messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Loaded on demand, because it is at the end of a long page. */
const PropertySelect = lazyPart(
  async () => (await import("../../../ui/form/SearchSelect")).SearchSelect<number>,
  <div className={styles["coming"]} />,
);

/** The property that receives the scores of each channel, by uid. */
export function FeaturesSection(): ReactNode {
  const { accountId } = useMe();
  const [draft] = useDraft();
  const readOnly = useReadOnly();
  const uids = sourcesOf(draft.sources, String(accountId).padStart(3, "0")).map(({ uid }) => uid);
  return (
    <Card
      title={messages.features}
      description={
        <>
          <FormattedMessage {...messages.featuresHint} />
          {readOnly && (
            <>
              {" "}
              <FormattedMessage {...messages.featuresOpen} />
            </>
          )}
        </>
      }
    >
      <div className={styles["features"]}>
        {draft.channels.flatMap((channel) =>
          uids.map((uid) => <Feature key={`${channel} ${uid}`} channel={channel} uid={uid} />),
        )}
      </div>
    </Card>
  );
}

interface FeatureProps {
  readonly channel: Channel;
  readonly uid: string;
}

function Feature({ channel, uid }: FeatureProps): ReactNode {
  const nameOf = useDatabaseName();
  const id = useId();
  const { formatMessage } = useIntl();
  const properties = useProperties();
  const [draft, change] = useDraft();
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAdding(false);
    button.current?.focus();
  };
  const chosen = chosenIn(draft, channel, uid)?.propertyId;
  const choices = choicesOf(properties, draft, channel, uid);
  const refused = useRefusal(channel, uid);
  const own = choices.find(({ property }) => property.id === chosen);
  const taken = (choice: Choice): string => {
    if (!choice.taken) return "";
    const user =
      "scoring" in choice.taken ? choice.taken.scoring : formatMessage(channelMessages[choice.taken.channel]);
    return formatMessage(messages.taken, { user });
  };
  const gone = chosen !== undefined && !own;
  const error = gone ? formatMessage(messages.featureGone) : own?.taken ? taken(own) : refused;
  const options = choices.map((choice) => ({
    value: choice.property.id,
    label: choice.property.name,
    ...(choice.taken && { taken: taken(choice) }),
  }));
  return (
    <div className={styles["feature"]}>
      <label htmlFor={id}>
        <FormattedMessage
          {...messages.featureOf}
          values={{ channel: formatMessage(channelMessages[channel]), uid: nameOf(uid) }}
        />
      </label>
      <PropertySelect
        id={id}
        clearable
        placeholder={<FormattedMessage {...messages.noFeature} />}
        nothing={<FormattedMessage {...messages.noFeatures} />}
        value={chosen}
        options={gone ? [{ value: chosen, label: formatMessage(messages.gone) }, ...options] : options}
        {...(error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` })}
        onChange={(next) => change(chooseProperty(draft, channel, uid, next))}
      />
      <Button
        label={messages.newFeature}
        ref={button}
        aria-label={formatMessage(messages.newFeatureOf, { uid: nameOf(uid) })}
        aria-expanded={adding}
        icon={<Icon of={PlusOutlined} />}
        onClick={() => setAdding(!adding)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </p>
      )}
      {adding && <NewFeature channel={channel} uid={uid} onClose={close} />}
    </div>
  );
}

/** The error of the rules, or of a refused save, about the property of a channel in a uid. */
function useRefusal(channel: Channel, uid: string): string | undefined {
  const { formatMessage } = useIntl();
  const [draft] = useDraft();
  const { answer, current } = usePreviewState();
  const fault = useEditorState((state) => state.fault);
  const at = draft[channel].properties.findIndex((one) => one.uid === uid);
  if (at < 0) return undefined;
  const path = `config.${channel}.exportToProperty.properties[${at}]`;
  const problem = [...(fault?.fields ?? []), ...(current ? (answer?.problems ?? []) : [])].find(({ field }) =>
    field.startsWith(path),
  );
  if (!problem) return undefined;
  const { message, values } = fieldWords({ ...problem, params: problem.params ?? {} });
  return formatMessage(message, values);
}

interface NewFeatureProps extends FeatureProps {
  readonly onClose: () => void;
}

/** Adds a number property to the uid and chooses it. */
function NewFeature({ channel, uid, onClose }: NewFeatureProps): ReactNode {
  const nameOf = useDatabaseName();
  const { formatMessage } = useIntl();
  const api = useApi();
  const { store } = useEditor();
  const properties = useProperties();
  const [, change] = useDraft();
  const { busy, submit, field } = useNameForm({
    check: (name) => {
      if (name === "") return commonMessages.required;
      if (!FEATURE_NAME.test(name)) return messages.featureNameRule;
      const exists = properties.some((one) => one.uid === uid && one.name.toLowerCase() === name.toLowerCase());
      return exists && messages.nameExists;
    },
    send: async (name) => {
      const { id } = await makeProperty(api, store, uid, name);
      change((draft) => chooseProperty(draft, channel, uid, id));
      onClose();
    },
  });
  return (
    <form className={styles["newFeature"]} noValidate onSubmit={submit}>
      <Field
        label={formatMessage(messages.featureName, { uid: nameOf(uid) })}
        maxLength={100}
        autoComplete="off"
        autoFocus
        extra={messages.featureNameHint}
        {...field}
      />
      <Button label={wordMessages.addFeature} type="primary" htmlType="submit" loading={busy} />
      <Button label={commonMessages.cancel} onClick={onClose} />
    </form>
  );
}
