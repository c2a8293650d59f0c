import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useStore } from "zustand";
import type { Group } from "../../../api/messages";
import { named, namedLike, NAME_MAX } from "../../../lib/named";
import { useDatabaseName } from "../../../stores/database-store";
import { Combobox } from "../../../ui/Combobox";
import { Notice } from "../../../ui/Notice";
import type { ExistingStore } from "./export-store";
import { groupMessages as messages } from "./messages";

export interface Chosen {
  readonly name: string;
  /** The chosen existing group; without one the name decides. */
  readonly group: Group | undefined;
}

interface GroupFieldProps {
  readonly existing: ExistingStore;
  readonly uids: readonly string[];
  readonly countIn: (uid: string) => number | undefined;
  readonly chosen: Chosen;
  readonly error: string | undefined;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The choice of an existing group or the name of a new one; below it, the effect of the choice. */
export function GroupField({ existing, uids, countIn, chosen, error, onChoose }: GroupFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const { groups = [], failed } = useStore(existing);
  const nameOf = useDatabaseName();
  return (
    <>
      {failed && <Notice type="warning" role="status" title={messages.noGroups} />}
      <Combobox
        label={formatMessage(messages.field)}
        value={chosen.name}
        maxLength={NAME_MAX}
        error={error}
        options={namedLike(groups, uids, chosen.group ? "" : chosen.name).map(({ id, name, uid }) => ({
          key: String(id),
          label: name,
          detail: formatMessage(messages.option, { uid: nameOf(uid) }),
        }))}
        extra={<Consequence group={groupOf(groups, uids, chosen)} uids={uids} countIn={countIn} />}
        onType={(name) => onChoose({ name, group: undefined })}
        onPick={({ key }) => {
          const group = groups.find(({ id }) => String(id) === key);
          if (group) onChoose({ name: group.name, group });
        }}
      />
    </>
  );
}

/** The existing group of the choice; undefined for a new one. */
export function groupOf(groups: readonly Group[], uids: readonly string[], { name, group }: Chosen): Group | undefined {
  return group ?? named(groups, uids, name);
}

interface ConsequenceProps extends Pick<GroupFieldProps, "uids" | "countIn"> {
  readonly group: Group | undefined;
}

function Consequence({ group, uids, countIn }: ConsequenceProps): ReactNode {
  const nameOf = useDatabaseName();
  if (!group) {
    return uids.length > 1 ? (
      <FormattedMessage {...messages.freshEach} values={{ uids: uids.map(nameOf).join(", ") }} />
    ) : (
      <FormattedMessage {...messages.fresh} />
    );
  }
  const { uid } = group;
  const count = countIn(uid);
  return (
    <>
      <FormattedMessage {...messages.existing} values={{ uid: nameOf(uid) }} />
      {uids.length > 1 && (
        <>
          {" "}
          {count === undefined ? (
            <FormattedMessage {...messages.onlyUid} values={{ uid: nameOf(uid) }} />
          ) : (
            <FormattedMessage {...messages.onlyUidCount} values={{ uid: nameOf(uid), count }} />
          )}
        </>
      )}
    </>
  );
}
