import type { ReactNode } from "react";
import { FormattedList, FormattedMessage, FormattedNumber } from "react-intl";
import type { ImportEffects } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import styles from "./Effects.module.css";
import { receiptMessages, checkMessages } from "./messages";

interface EffectsProps {
  readonly kind: string;
  readonly counts: {
    readonly kept: number;
    readonly refused: number;
    readonly effects?: ImportEffects | undefined;
    readonly approximate?: boolean;
  };
}

interface Figure {
  readonly message: Message;
  readonly value: number;
}

/** What the rows of a file do, or did: people for contacts and unsubscribes, rows for what is refused. */
export function Effects({ kind, counts, done = false }: EffectsProps & { readonly done?: boolean }): ReactNode {
  const { refused, effects } = counts;
  // Files of engagement show rows, which are always counted exactly.
  const approximate = counts.approximate === true && kind !== "engagement";
  const groups = effects?.newGroups ?? [];
  return (
    <>
      <dl className={styles["figures"]}>
        {[...figuresOf(kind, counts, done), { message: checkMessages.refused, value: refused }].map(
          ({ message, value }) => (
            <div key={message.id} data-refused={message === checkMessages.refused && value > 0}>
              <dt>
                <FormattedMessage {...message} />
              </dt>
              <dd>
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
      {groups.length > 0 && (
        <p className={styles["more"]}>
          <FormattedMessage
            {...(done ? receiptMessages.groupsMade : checkMessages.groups)}
            values={{ count: groups.length, names: <FormattedList type="unit" value={groups} /> }}
          />
        </p>
      )}
    </>
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
      ];
    default:
      return [{ message: done ? receiptMessages.kept : checkMessages.kept, value: kept }];
  }
}
