import { useMemo, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Group } from "../../../api/messages";
import { Chip } from "../../../ui/Chip";
import { keyOf, type GroupRef, type Mark } from "../model/marks";
import styles from "./Groups.module.css";
import { groupsMessages as messages } from "./groups-messages";

/** Further groups are only counted: the list shows them all. */
const MOST = 12;

interface GroupChipsProps {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly groups: readonly Group[];
  /** Undefined for all uids. */
  readonly uid: string | undefined;
  readonly showUid: boolean;
  readonly onRemove: ((group: GroupRef) => void) | undefined;
}

interface Marked extends GroupRef {
  readonly mark: Mark;
  /** Undefined for a deleted group. */
  readonly name: string | undefined;
}

/** The marked groups at a glance, each with a button to unmark it; deleted groups come first. */
export function GroupChips({ marks, groups, uid, showUid, onRemove }: GroupChipsProps): ReactNode {
  const chips = useMemo(() => {
    const names = new Map(groups.map((group) => [keyOf(group), group.name]));
    const all = [...marks].map(([key, mark]): Marked => {
      const [base = "", id = ""] = key.split(" ");
      return { uid: base, id: Number(id), mark, name: names.get(key) };
    });
    return all
      .filter((chip) => uid === undefined || chip.uid === uid || chip.name === undefined)
      .sort((a, b) => Number(a.name !== undefined) - Number(b.name !== undefined));
  }, [marks, groups, uid]);
  if (chips.length === 0) return null;
  return (
    <div className={styles["chips"]}>
      {(["score", "exclude"] as const).map((mark) => {
        const some = chips.filter((chip) => chip.mark === mark);
        if (some.length === 0) return null;
        return (
          <div key={mark} className={styles["chipLine"]}>
            <FormattedMessage {...(mark === "score" ? messages.scored : messages.excluded)} />
            <ul>
              {some.slice(0, MOST).map((chip) => (
                <li key={keyOf(chip)}>
                  <OneChip
                    chip={chip}
                    showUid={showUid && uid === undefined}
                    onRemove={onRemove && (() => onRemove(chip))}
                  />
                </li>
              ))}
              {some.length > MOST && (
                <li>
                  <FormattedMessage {...messages.moreChips} values={{ count: some.length - MOST }} />
                </li>
              )}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

interface OneChipProps {
  readonly chip: Marked;
  readonly showUid: boolean;
  readonly onRemove: (() => void) | undefined;
}

function OneChip({ chip: { uid, id, name }, showUid, onRemove }: OneChipProps): ReactNode {
  const { formatMessage } = useIntl();
  const gone = name === undefined;
  const label = gone ? formatMessage(messages.gone) : name;
  return (
    <Chip gone={gone} removeName={formatMessage(messages.remove, { group: label })} onRemove={onRemove}>
      {(showUid || gone) && <span className="number">{uid} </span>}
      {label}
      {gone && <span className="number"> ({id})</span>}
    </Chip>
  );
}
