import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDatabaseName } from "../../../stores/database-store";
import { Select } from "../../../ui/Select";
import { useReadOnly } from "../editor-context";
import type { SourceMarks } from "../model/draft";
import { modeOf, type Mode } from "../model/marks";
import styles from "./Groups.module.css";
import { groupsMessages as messages } from "./groups-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { Checkbox } from "../../../ui/Checkbox";

interface GroupBasesProps {
  readonly bases: readonly { readonly uid: string; readonly contactCount: number }[];
  readonly marks: readonly SourceMarks[];
  /** The uid whose groups are shown; undefined for all. */
  readonly shown: string | undefined;
  readonly onShow: (uid: string | undefined) => void;
  readonly onMode: (uid: string, mode: Mode) => void;
  /** The uid that cannot be skipped because it is the only chosen one. */
  readonly last: string | undefined;
}

/** The uids of the account: a tick includes or skips one, its name opens its groups. */
export function GroupBases({ bases, marks, shown, onShow, onMode, last }: GroupBasesProps): ReactNode {
  const { formatMessage } = useIntl();
  const readOnly = useReadOnly();
  const state = useStateWords(marks);
  const nameOf = useDatabaseName();
  return (
    <>
      <div className={styles["baseSelect"]}>
        <label htmlFor="group-base">
          <FormattedMessage {...wordMessages.database} />
        </label>
        <Select
          id="group-base"
          value={shown ?? ""}
          options={[
            { value: "", label: formatMessage(messages.allBases) },
            ...bases.map(({ uid }) => ({
              value: uid,
              label: formatMessage(messages.baseOption, { uid: nameOf(uid), state: state(uid) }),
            })),
          ]}
          onChange={(uid) => onShow(uid === "" ? undefined : uid)}
        />
      </div>
      <nav className={styles["bases"]} aria-label={formatMessage(wordMessages.databases)}>
        <ul>
          <li className={styles["base"]} data-shown={shown === undefined}>
            <button type="button" aria-current={shown === undefined} onClick={() => onShow(undefined)}>
              <FormattedMessage {...messages.allBases} />
            </button>
          </li>
          {bases.map(({ uid, contactCount }) => {
            const mode = modeOf(marks, uid);
            return (
              <li key={uid} className={styles["base"]} data-shown={uid === shown}>
                <Checkbox
                  aria-label={formatMessage(messages.takeIn, { uid: nameOf(uid) })}
                  checked={mode !== "skip"}
                  disabled={readOnly || uid === last}
                  onChange={() => onMode(uid, mode === "skip" ? "whole" : "skip")}
                />
                <button type="button" aria-current={uid === shown} onClick={() => onShow(uid)}>
                  <strong className="number">{nameOf(uid)}</strong> <span>{state(uid)}</span>
                  <small>
                    <FormattedMessage {...messages.contacts} values={{ count: contactCount }} />
                  </small>
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}

/** "cała", "2 grupy", "pominięta". */
function useStateWords(marks: readonly SourceMarks[]): (uid: string) => string {
  const { formatMessage } = useIntl();
  return (uid) => {
    switch (modeOf(marks, uid)) {
      case "whole":
        return formatMessage(messages.stateWhole);
      case "skip":
        return formatMessage(messages.stateSkip);
      case "groups": {
        const count = marks.find((one) => one.uid === uid)?.included.length ?? 0;
        return formatMessage(messages.stateGroups, { count });
      }
    }
  };
}
