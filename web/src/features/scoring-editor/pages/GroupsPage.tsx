import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDatabaseName } from "../../../stores/database-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { SearchField } from "../../../ui/SearchField";
import { Segmented } from "../../../ui/Segmented";
import { useMe } from "../../session";
import { useDraft, useEditor, useGroups, useReadOnly } from "../editor-context";
import { StepFrame } from "../frame/StepFrame";
import type { SourceMarks } from "../model/draft";
import { foldNames, visibleGroups } from "../model/group-list";
import {
  adviceOn,
  hasTooMany,
  keyOf,
  markGroups,
  marksByGroup,
  modeOf,
  setMode,
  sourcesOf,
  type GroupRef,
  type Mark,
  type Mode,
} from "../model/marks";
import { useUnscorable } from "../unscorable/use-unscorable";
import { AudiencePanel, AudienceStrip } from "../panel/AudiencePanel";
import { useLiveFigures } from "../panel/use-preview";
import { GroupBases } from "./GroupBases";
import { GroupChips } from "./GroupChips";
import styles from "./Groups.module.css";
import { GroupTable } from "./GroupTable";
import { NewGroup } from "./NewGroup";
import { groupsMessages as messages } from "./groups-messages";
import { MESSAGE_CHANNELS } from "../../../lib/channel";
import { wordMessages } from "../../../i18n/word-messages";

export { GroupsPage as Component };

/** The contacts to score: of each uid all, chosen groups or none. */
function GroupsPage(): ReactNode {
  useLiveFigures(false);
  const { marks } = useMarks();
  const nameOf = useDatabaseName();
  const empty = marks.find((source) => adviceOn([source], source.uid, []) === "noGroup");
  return (
    <StepFrame
      lead={messages.lead}
      problem={empty && <FormattedMessage {...messages.noGroupIn} values={{ uid: nameOf(empty.uid) }} />}
      unscorable={useUnscorable()}
      panel={<AudiencePanel />}
      strip={<AudienceStrip />}
    >
      <Bases />
    </StepFrame>
  );
}

/** Changes the newest marks. */
type Put = (by: (marks: readonly SourceMarks[]) => readonly SourceMarks[]) => void;

/** The marks, and functions to change them; a list that would exceed the contract's limit is refused. */
function useMarks() {
  const { accountId } = useMe();
  const { store } = useEditor();
  const [{ sources }, change] = useDraft();
  const [refused, setRefused] = useState(false);
  const own = String(accountId).padStart(3, "0");
  const marks = useMemo(() => sourcesOf(sources, own), [sources, own]);
  const put: Put = (by) => {
    const next = by(sourcesOf(store.getState().draft.sources, own));
    setRefused(hasTooMany(next));
    if (!hasTooMany(next)) change({ sources: next });
  };
  return { marks, own, put, refused, isDefault: sources.length === 0 };
}

function Bases(): ReactNode {
  const { data } = useEditor();
  const readOnly = useReadOnly();
  const { marks, own, put, refused, isDefault } = useMarks();
  const nameOf = useDatabaseName();
  const [shown, setShown] = useState<string | undefined>(marks[0]?.uid);
  const [before, setBefore] = useState<Readonly<Record<string, SourceMarks>>>({});
  const setModeOf = (uid: string, mode: Mode): void => {
    const source = marks.find((one) => one.uid === uid);
    // A base that was skipped temporarily gets its marks back.
    if (source && mode === "skip") setBefore({ ...before, [uid]: source });
    put((now) => setMode(now, uid, mode, before[uid]));
    setShown(uid);
  };
  const known = new Set(data.databases.map(({ uid }) => uid));
  const gone = marks.filter(({ uid }) => !known.has(uid)).map(({ uid }) => ({ uid, contactCount: 0 }));
  const bases = [...data.databases, ...gone];
  const last = marks.length === 1 && marks[0]?.uid === own ? own : undefined;
  const several = bases.length > 1;
  return (
    <div className={styles["columns"]} data-several={several}>
      {several && (
        <GroupBases bases={bases} marks={marks} shown={shown} onShow={setShown} onMode={setModeOf} last={last} />
      )}
      <div className={styles["main"]}>
        {shown !== undefined && (
          <BaseMode uid={shown} marks={marks} last={last} several={several} onMode={(mode) => setModeOf(shown, mode)} />
        )}
        {isDefault && several && !readOnly && (
          <p className={styles["hint"]}>
            <FormattedMessage {...messages.byDefault} values={{ uid: nameOf(own) }} />
          </p>
        )}
        {refused && <Notice type="error" title={messages.tooMany} />}
        {(shown === undefined || modeOf(marks, shown) !== "skip") && (
          <Groups key={shown ?? ""} uid={shown} marks={marks} put={put} several={several} own={own} />
        )}
      </div>
    </div>
  );
}

interface BaseModeProps {
  readonly uid: string;
  readonly marks: readonly SourceMarks[];
  readonly last: string | undefined;
  readonly several: boolean;
  readonly onMode: (mode: Mode) => void;
}

/** The mode of the uid whose groups are shown, and its consequences. */
function BaseMode({ uid, marks, last, several, onMode }: BaseModeProps): ReactNode {
  const { formatMessage } = useIntl();
  const groups = useGroups();
  const readOnly = useReadOnly();
  const nameOf = useDatabaseName();
  const mode = modeOf(marks, uid);
  const advice = adviceOn(
    marks,
    uid,
    groups.filter((group) => group.uid === uid),
  );
  const options: { value: Mode; label: ReactNode }[] = [
    { value: "whole", label: <FormattedMessage {...messages.whole} /> },
    { value: "groups", label: <FormattedMessage {...messages.chosen} /> },
  ];
  // The only base cannot be skipped, because some contacts must be scored.
  if (several && uid !== last) options.push({ value: "skip", label: <FormattedMessage {...wordMessages.skip} /> });
  return (
    <>
      <div className={styles["mode"]}>
        {!(readOnly && mode === "skip") && (
          <Segmented
            aria-label={formatMessage(messages.modeOf, { uid: nameOf(uid) })}
            value={mode}
            options={options}
            readOnly={readOnly}
            onChange={onMode}
          />
        )}
        {mode === "skip" && (
          <p className={styles["hint"]}>
            <FormattedMessage {...messages.skipped} values={{ uid: nameOf(uid) }} />
          </p>
        )}
      </div>
      {advice === "noGroup" && <Notice type="warning" role="status" title={messages.noGroup} />}
      {advice === "allGroups" && <Notice type="info" role="status" title={messages.allGroups} />}
    </>
  );
}

interface GroupsProps {
  readonly uid: string | undefined;
  readonly marks: readonly SourceMarks[];
  readonly put: Put;
  readonly several: boolean;
  readonly own: string;
}

/** The groups of a uid, or of all: search, marking, and marked groups. */
function Groups({ uid, marks, put, several, own }: GroupsProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const [draft] = useDraft();
  const readOnly = useReadOnly();
  const groups = useGroups();
  const [typed, setTyped] = useState("");
  const [chosenOnly, setChosenOnly] = useState(false);
  const search = useDeferredValue(typed);
  const byGroup = useMemo(() => marksByGroup(marks), [marks]);
  const wholeUids = useMemo(() => new Set(marks.filter(({ whole }) => whole).map((one) => one.uid)), [marks]);
  const searching = search.trim() !== "";
  const folded = useMemo(() => foldNames(searching ? groups : []), [groups, searching]);
  const visible = useMemo(
    () => visibleGroups(groups, folded, byGroup, { uid, typed: search, chosenOnly }),
    [groups, folded, byGroup, uid, search, chosenOnly],
  );
  const total = groups.filter((group) => uid === undefined || group.uid === uid).length;
  const open = visible.filter((group) => !wholeUids.has(group.uid) && byGroup.get(keyOf(group)) !== "score");
  const mark = (some: readonly GroupRef[], state: Mark): void => put((now) => markGroups(now, some, state));
  return (
    <>
      <div className={styles["tools"]}>
        <SearchField
          name={formatMessage(messages.search)}
          placeholder={formatMessage(messages.searchIn, { count: formatNumber(total), total })}
          value={typed}
          onChange={setTyped}
        />
        <Segmented
          aria-label={formatMessage(messages.show)}
          value={chosenOnly ? "chosen" : "all"}
          options={[
            { value: "all", label: <FormattedMessage {...wordMessages.all} /> },
            { value: "chosen", label: <FormattedMessage {...messages.marked} values={{ count: byGroup.size }} /> },
          ]}
          onChange={(value) => setChosenOnly(value === "chosen")}
        />
        {!readOnly && (
          <NewGroup
            uid={uid ?? own}
            groups={groups}
            onMade={(group) =>
              put((now) => (modeOf(now, group.uid) === "whole" ? now : markGroups(now, [group], "score")))
            }
          />
        )}
      </div>
      <GroupChips
        marks={byGroup}
        groups={groups}
        uid={uid}
        showUid={several}
        onRemove={readOnly ? undefined : (ref) => mark([ref], "none")}
      />
      {visible.length > 0 ? (
        <Card flush>
          <GroupTable
            key={`${search} ${chosenOnly}`}
            groups={visible}
            marks={byGroup}
            wholeUids={wholeUids}
            showUid={uid === undefined}
            channels={MESSAGE_CHANNELS.filter((channel) => draft.channels.includes(channel))}
            ownId={draft.id}
            readOnly={readOnly}
            onMark={(group, state) => mark([group], state)}
          />
        </Card>
      ) : (
        <p className={styles["empty"]}>
          <FormattedMessage {...(total === 0 ? messages.noGroups : messages.noMatch)} />{" "}
          {total > 0 && (
            <Button
              label={wordMessages.clearFilters}
              type="link"
              size="small"
              onClick={() => {
                setTyped("");
                setChosenOnly(false);
              }}
            />
          )}
        </p>
      )}
      <div className={styles["below"]}>
        <span role="status">
          <FormattedMessage {...messages.shown} values={{ count: visible.length }} />
        </span>
        {open.length > 1 && !readOnly && (
          <Button size="small" onClick={() => mark(open, "score")}>
            <FormattedMessage {...messages.scoreShown} values={{ count: open.length }} />
          </Button>
        )}
      </div>
    </>
  );
}
