import { memo, useState, type CSSProperties, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Group } from "../../../api/messages";
import { useMedia } from "../../../theme/use-mode";
import { Segmented } from "../../../ui/Segmented";
import { usersOf } from "../model/group-list";
import { keyOf, type Mark } from "../model/marks";
import styles from "./Groups.module.css";
import { groupsMessages as messages } from "./groups-messages";
import { channelMessages } from "../../../i18n/common-messages";
import type { MessageChannel } from "../../../lib/channel";
import { wordMessages } from "../../../i18n/word-messages";

/** Heights of a row in pixels; the style sheet has the same. */
const ROW = 52;
const NARROW_ROW = 112;
/** Without the controls of a mark. */
const NARROW_READ_ONLY_ROW = 84;
/** The visible height of the table. */
const VIEW = 416;
/** Rows drawn beyond the edges, so that the Tab key always finds the next one. */
const MORE = 4;

interface GroupTableProps {
  readonly groups: readonly Group[];
  readonly marks: ReadonlyMap<string, Mark>;
  /** Uids that are scored whole: their groups can only be excluded. */
  readonly wholeUids: ReadonlySet<string>;
  readonly showUid: boolean;
  readonly channels: readonly MessageChannel[];
  readonly ownId: string;
  readonly readOnly: boolean;
  readonly onMark: (group: Group, mark: Mark) => void;
}

/**
 * Groups with their marks. Only the visible rows and the focused one are drawn: thousands of rows with three radio
 * buttons each would freeze the page.
 */
export function GroupTable(props: GroupTableProps): ReactNode {
  const { groups, marks, wholeUids, showUid, channels, ownId, readOnly, onMark } = props;
  const { formatMessage } = useIntl();
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string>();
  const isNarrow = useMedia("(max-width: 600px)");
  const height = !isNarrow ? ROW : readOnly ? NARROW_READ_ONLY_ROW : NARROW_ROW;
  const from = Math.max(0, Math.floor(top / height) - MORE);
  const to = Math.min(groups.length, Math.ceil((top + VIEW) / height) + MORE);
  const drawn = groups.slice(from, to).map((group, at) => ({ group, index: from + at }));
  const elsewhere = focused === undefined ? -1 : groups.findIndex((group) => keyOf(group) === focused);
  const kept = groups[elsewhere];
  if (kept && (elsewhere < from || elsewhere >= to)) drawn.push({ group: kept, index: elsewhere });
  return (
    // It only tracks the scroll position and the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="table"
      aria-label={formatMessage(wordMessages.groups)}
      aria-rowcount={groups.length + 1}
      className={styles["rows"]}
      data-read-only={readOnly}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onBlur={() => setFocused(undefined)}
    >
      <div role="rowgroup" className={styles["tableHead"]}>
        <div role="row" aria-rowindex={1} className={styles["row"]}>
          <span role="columnheader">
            <FormattedMessage {...wordMessages.group} />
          </span>
          {channels.map((channel) => (
            <span key={channel} role="columnheader" className={styles["number"]}>
              <FormattedMessage {...channelMessages[channel]} />
            </span>
          ))}
          <span role="columnheader" className={styles["markHead"]}>
            <FormattedMessage {...messages.mark} />
          </span>
        </div>
      </div>
      <div role="rowgroup" className={styles["body"]} style={{ height: groups.length * height }}>
        {drawn.map(({ group, index }) => (
          <GroupRow
            key={keyOf(group)}
            group={group}
            index={index}
            height={height}
            mark={marks.get(keyOf(group)) ?? "none"}
            whole={wholeUids.has(group.uid)}
            showUid={showUid}
            channels={channels}
            ownId={ownId}
            readOnly={readOnly}
            onMark={onMark}
            onFocus={setFocused}
          />
        ))}
      </div>
    </div>
  );
}

interface GroupRowProps {
  readonly group: Group;
  readonly index: number;
  readonly height: number;
  readonly mark: Mark;
  readonly whole: boolean;
  readonly showUid: boolean;
  readonly channels: readonly MessageChannel[];
  readonly ownId: string;
  readonly readOnly: boolean;
  readonly onMark: (group: Group, mark: Mark) => void;
  readonly onFocus: (key: string) => void;
}

const GroupRow = memo(function GroupRow(props: GroupRowProps): ReactNode {
  const { group, index, height, mark, whole, showUid, channels, ownId, readOnly, onMark, onFocus } = props;
  const { formatMessage } = useIntl();
  const users = usersOf(group, ownId);
  const place: CSSProperties = { top: index * height, height };
  const label = formatMessage(messages.markOf, { group: group.name, uid: group.uid });
  const options: { value: Mark; label: ReactNode }[] = [
    { value: "none", label: <FormattedMessage {...(whole ? messages.inWhole : messages.none)} /> },
    { value: "score", label: <FormattedMessage {...(readOnly ? messages.inWhole : messages.score)} /> },
    { value: "exclude", label: <FormattedMessage {...(readOnly ? messages.leftOut : messages.exclude)} /> },
  ];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${styles["row"]} ${styles["placed"]}`}
      style={place}
      data-mark={mark}
      onFocus={() => onFocus(keyOf(group))}
    >
      <span role="rowheader" className={styles["name"]}>
        <span className={styles["nameText"]} title={group.name}>
          {group.name}
        </span>
        {(showUid || users.length > 0) && (
          <span className={styles["under"]}>
            {showUid && <span className="number">{group.uid}</span>}
            {users.length > 0 && (
              <span title={users.join(", ")}>
                <FormattedMessage {...messages.usedIn} values={{ count: users.length }} />
                <span className="visually-hidden">: {users.join(", ")}</span>
              </span>
            )}
          </span>
        )}
      </span>
      {channels.map((channel) => (
        <span key={channel} role="cell" className={styles["number"]}>
          <Count name={formatMessage(channelMessages[channel])} value={group[CHANNEL_FIELDS[channel].reached]} />
        </span>
      ))}
      <span role="cell" className={styles["mark"]}>
        <Segmented
          aria-label={label}
          size="small"
          value={mark}
          options={whole ? options.filter(({ value }) => value !== "score") : options}
          readOnly={readOnly}
          onChange={(next) => onMark(group, next)}
        />
      </span>
    </div>
  );
});

function Count({ name, value }: { readonly name: string; readonly value: number }): ReactNode {
  return (
    <>
      {/* On a narrow screen there is no column heading. */}
      <span className={styles["countName"]} aria-hidden>
        {name}
      </span>
      <FormattedNumber value={value} />
    </>
  );
}
