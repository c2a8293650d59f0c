import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { clientOf, type Api } from "../../api/api";
import { ContactsService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { showSnackbar } from "../../stores/app-store";
import { DatabaseSelect } from "../../ui/DatabaseSelect";
import { FormDialog } from "../../ui/FormDialog";
import { Field } from "../../ui/Field";
import { Segmented } from "../../ui/Segmented";
import { useNameForm } from "../../ui/use-name-form";
import styles from "./Catalogue.module.css";
import type { Kind } from "./kind";
import { catalogueMessages as messages, typeName, TYPES, type FeatureType } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface AddDialogProps {
  readonly kind: Kind;
  readonly databases: readonly string[];
  /** The database that the list shows. */
  readonly uid: string | undefined;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

interface Wanted {
  readonly uid: string;
  readonly type: FeatureType;
}

/** Creates a group or a feature in one database. */
export function AddDialog({ kind, databases, uid: shown, onClose, onAdded }: AddDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [wanted, setWanted] = useState<Wanted>({ uid: shown ?? databases[0] ?? "", type: "Text" });
  const { busy, submit, forget, field } = useNameForm({
    check: kind.check,
    send: async (name) => {
      await add(api, kind, name, wanted);
      showSnackbar({ message: kind.words.added, values: { name } });
      onAdded();
      onClose();
    },
  });
  const change = (part: Partial<Wanted>): void => {
    setWanted({ ...wanted, ...part });
    forget();
  };
  return (
    <FormDialog
      title={kind.words.add}
      width={440}
      submit={kind.words.addSubmit}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={wordMessages.name}
        maxLength={kind.nameMax}
        autoComplete="off"
        extra={kind.words.nameHint}
        {...field}
      />
      {databases.length > 1 && (
        <DatabaseSelect uids={databases} value={wanted.uid} onChange={(uid) => change({ uid })} />
      )}
      {kind.name === "features" && (
        <div className={styles["filter"]}>
          <Segmented<FeatureType>
            aria-label={formatMessage(messages.type)}
            value={wanted.type}
            options={TYPES.map((value) => ({ value, label: formatMessage(typeName(value)) }))}
            onChange={(type) => change({ type })}
          />
          <span className="quiet">
            <FormattedMessage {...messages.typeHint} />
          </span>
        </div>
      )}
    </FormDialog>
  );
}

function add(api: Api, kind: Kind, name: string, { uid, type }: Wanted): Promise<unknown> {
  return kind.name === "groups"
    ? clientOf(api, ContactsService).createGroup({ uid, name })
    : clientOf(api, ContactsService).addProperty({ uid, name, type });
}
