import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { clientOf } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { commonMessages } from "../../../i18n/common-messages";
import { CHARACTERISTIC_NAME } from "../../../lib/feature-names";
import { FormDialog } from "../../../ui/FormDialog";
import { Field } from "../../../ui/Field";
import { Segmented } from "../../../ui/Segmented";
import { useNameForm } from "../../../ui/use-name-form";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { ownOf } from "../loader";
import { featureField } from "./field-names";
import { featureMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface NewFeatureProps {
  /** From 0. */
  readonly column: number;
  /** The column's name in the file. */
  readonly name: string;
  /** The column's title on the page. */
  readonly title: string;
  readonly values: readonly string[];
  readonly onClose: () => void;
}

type PropertyType = "Number" | "Text";

/** Creates a feature for a column, in the file's database. */
export function NewFeature({ column, name: given, title, values, onClose }: NewFeatureProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { actions, databases } = useImport();
  const uid = useImportState(({ reading }) => reading.uid) || ownOf(databases);
  const [type, setType] = useState<PropertyType>(() =>
    values.every(isNumber) && values.length > 0 ? "Number" : "Text",
  );
  const { busy, submit, field } = useNameForm({
    start: given.replace(/[^\p{L}\p{M}\p{N} |_&%-]+/gu, " ").trim(),
    check: (name) => (name === "" ? commonMessages.required : !CHARACTERISTIC_NAME.test(name) && messages.nameWrong),
    send: async (name) => {
      await clientOf(api, ContactsService).addProperty({ uid, name, type });
      onClose();
      await actions.map(column, featureField(name));
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage {...messages.title} values={{ column: title }} />}
      submit={wordMessages.addFeature}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={messages.name} maxLength={100} autoComplete="off" extra={messages.nameHint} {...field} />
      <div className={styles["choice"]}>
        <span aria-hidden>
          <FormattedMessage {...wordMessages.kind} />
        </span>
        <Segmented<PropertyType>
          aria-label={formatMessage(wordMessages.kind)}
          value={type}
          options={[
            { value: "Text", label: formatMessage(wordMessages.text) },
            { value: "Number", label: formatMessage(wordMessages.number) },
          ]}
          onChange={setType}
        />
      </div>
      <p className="quiet">
        <FormattedMessage {...messages.uid} values={{ uid }} />
      </p>
    </FormDialog>
  );
}

function isNumber(value: string): boolean {
  return /^-?\d+([.,]\d+)?$/.test(value.trim());
}
