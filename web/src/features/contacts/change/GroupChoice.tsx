import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ContactGroup, Group } from "../../../api/messages";
import { namedLike, NAME_MAX } from "../../../lib/named";
import { Chip } from "../../../ui/Chip";
import { Combobox } from "../../../ui/Combobox";
import styles from "./Change.module.css";
import { editMessages as messages } from "./messages";

interface GroupChoiceProps {
  /** The groups of the contact's database. */
  readonly groups: readonly Group[];
  readonly chosen: readonly Group[];
  readonly onChoose: (chosen: readonly Group[]) => void;
}

/** Chooses several groups: chips for the chosen ones, and a field that finds others. */
export function GroupChoice({ groups, chosen, onChoose }: GroupChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState("");
  const open = groups.filter(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <div className="stack">
      <GroupChips
        groups={chosen}
        onRemove={(id) => onChoose(chosen.filter((group) => group.id !== id))}
        removeName={(name) => formatMessage(messages.dropGroup, { name })}
      />
      <Combobox
        label={formatMessage(messages.addGroup)}
        value={typed}
        maxLength={NAME_MAX}
        options={namedLike(open, undefined, typed).map(({ id, name }) => ({
          key: String(id),
          label: name,
          detail: "",
        }))}
        onType={setTyped}
        onPick={({ key }) => {
          const group = open.find(({ id }) => String(id) === key);
          if (group) onChoose([...chosen, group]);
          setTyped("");
        }}
      />
    </div>
  );
}

interface GroupChipsProps {
  readonly groups: readonly Pick<ContactGroup, "id" | "name">[];
  readonly onRemove: (id: number, name: string) => void;
  /** The label of the button that removes a group. */
  readonly removeName: (name: string) => string;
}

/** Groups as chips, each with a button to remove it. */
export function GroupChips({ groups, onRemove, removeName }: GroupChipsProps): ReactNode {
  if (groups.length === 0) return null;
  return (
    <ul className={styles["chips"]}>
      {groups.map(({ id, name }) => (
        <li key={id}>
          <Chip removeName={removeName(name)} onRemove={() => onRemove(id, name)}>
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
