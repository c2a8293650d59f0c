import type { ReactNode } from "react";
import { FormattedList, FormattedMessage, FormattedNumber } from "react-intl";
import type { ImportEffects, LeftOut } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import styles from "./Effects.module.css";
import { receiptMessages, checkMessages } from "./messages";

interface EffectsProps {
  readonly kind: string;
  readonly counts: {
    readonly kept: number;
    readonly refused: number;
    readonly effects?: ImportEffects | undefined;
    readonly leftOut?: LeftOut | undefined;
    readonly approximate?: boolean;
  };
}

interface Figure {
  readonly message: Message;
  readonly value: number;
}

/**
 * The effects of a file's rows, planned or done: contacts for files of contacts, rows for other kinds and refused rows.
 */
export function Effects({ kind, counts, done = false }: EffectsProps & { readonly done?: boolean }): ReactNode {
  const { kept, refused, effects, leftOut } = counts;
  // Files of engagement show rows, which are always counted exactly.
  const approximate = counts.approximate === true && kind !== "engagement";
  const groups = effects?.newGroups ?? [];
  // An older server counts only the groups that it names.
  const groupCount = Math.max(effects?.newGroupCount ?? 0, groups.length);
  const named = groupCount > groups.length ? [...groups, "…"] : groups;
  const people = (effects?.newCount ?? 0) + (effects?.changedCount ?? 0) + (effects?.unchangedCount ?? 0);
  const repeated = kind === "contacts" && !approximate && people < kept;
  const { totals = 0, titles = 0 } = leftOut ?? {};
  return (
    <>
      <dl className={styles["figures"]}>
        {[...figuresOf(kind, counts, done), { message: checkMessages.refused, value: refused }].map(
          ({ message, value }) => (
            <div key={message.id} data-refused={message === checkMessages.refused && value > 0}>
              <dt className="quiet">
                <FormattedMessage {...message} />
              </dt>
              <dd className="figure">
                {approximate && message !== checkMessages.refused ? (
                  <FormattedMessage {...checkMessages.about} values={{ value, small }} />
                ) : (
                  <FormattedNumber value={value} />
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
      {approximate && (
        <p className={styles["more"]}>
          <FormattedMessage {...checkMessages.approximate} values={{ kind }} />
        </p>
      )}
      {kind === "unsubscribes" && people < kept && <Line message={checkMessages.unsubscribedUnknownText} values={{}} />}
      {repeated && <Line message={checkMessages.repeated} values={{ kept, people }} />}
      {totals > 0 && <Line message={checkMessages.totals} values={{ count: totals }} />}
      {titles > 0 && <Line message={checkMessages.titles} values={{ count: titles }} />}
      {groups.length > 0 && (
        <p className={styles["more"]}>
          <FormattedMessage
            {...(done ? receiptMessages.groupsMade : checkMessages.groups)}
            values={{ count: groupCount, names: <FormattedList type="unit" value={named} /> }}
          />
        </p>
      )}
    </>
  );
}

interface LineProps {
  readonly message: Message;
  readonly values: Readonly<Record<string, number>>;
}

function Line({ message, values }: LineProps): ReactNode {
  return (
    <p className={styles["more"]}>
      <FormattedMessage {...message} values={values} />
    </p>
  );
}

function small(words: ReactNode): ReactNode {
  return <small>{words}</small>;
}

function figuresOf(kind: string, { kept, effects }: EffectsProps["counts"], done: boolean): readonly Figure[] {
  const people = effects ?? { newCount: 0, changedCount: 0, unchangedCount: 0 };
  switch (kind) {
    case "contacts":
      return [
        { message: checkMessages.new, value: people.newCount },
        { message: checkMessages.changed, value: people.changedCount },
        { message: checkMessages.unchanged, value: people.unchangedCount },
      ];
    case "unsubscribes":
      return [
        { message: done ? receiptMessages.lost : checkMessages.unsubscribed, value: people.changedCount },
        { message: checkMessages.unsubscribedBefore, value: people.unchangedCount },
        { message: checkMessages.unsubscribedUnknown, value: kept - people.changedCount - people.unchangedCount },
      ];
    default:
      return [{ message: done ? receiptMessages.kept : checkMessages.kept, value: kept }];
  }
}
