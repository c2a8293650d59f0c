import { Suspense, use, useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Group } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import { namedLike, NAME_MAX } from "../../../lib/named";
import { Combobox } from "../../../ui/Combobox";
import { Select } from "../../../ui/Select";
import shared from "../Contacts.module.css";
import styles from "./Find.module.css";
import type { SearchView } from "./search";
import { findMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface FiltersProps {
  readonly view: SearchView;
  readonly databases: readonly string[];
  readonly groups: Promise<Settled<readonly Group[]>>;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Of which database and group; both stand in the address. */
export function Filters({ view, databases, groups, onChange }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <div className={styles["filters"]} role="group" aria-label={formatMessage(messages.filters)}>
      {databases.length > 1 && (
        <div className={shared["filter"]}>
          <label htmlFor={id}>
            <FormattedMessage {...wordMessages.database} />
          </label>
          <Select
            id={id}
            value={view.uid}
            options={[
              { value: "", label: formatMessage(messages.allDatabases) },
              ...databases.map((value) => ({ value, label: value })),
            ]}
            onChange={(uid) => onChange({ uid })}
          />
        </div>
      )}
      <Suspense>
        <GroupFilter key={view.groupId} view={view} groups={groups} onChange={onChange} />
      </Suspense>
    </div>
  );
}

/** One group of thousands, found by its name. It is not there when the groups could not be loaded. */
function GroupFilter({ view: { uid, groupId }, groups, onChange }: Omit<FiltersProps, "databases">): ReactNode {
  const { formatMessage } = useIntl();
  const all = use(groups).value ?? [];
  const chosen = all.find(({ id }) => id === groupId);
  const [typed, setTyped] = useState<string>();
  if (all.length === 0) return null;
  return (
    <div className={styles["groupFilter"]}>
      <Combobox
        label={formatMessage(wordMessages.group)}
        value={typed ?? chosen?.name ?? ""}
        maxLength={NAME_MAX}
        options={namedLike(all, uid === "" ? undefined : [uid], typed ?? "").map(({ id, name, uid: of }) => ({
          key: String(id),
          label: name,
          detail: formatMessage(messages.ofDatabase, { uid: of }),
        }))}
        onType={(text) => {
          setTyped(text);
          if (text === "" && chosen) onChange({ group: "" });
        }}
        onPick={({ key }) => {
          setTyped(undefined);
          onChange({ group: key });
        }}
      />
    </div>
  );
}
