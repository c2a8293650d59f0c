import { useId, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { useStore } from "zustand";
import type { GetPartitionSummaryResponse } from "../../../api/messages";
import { bandMessages } from "../../../i18n/common-messages";
import { reasonMessages } from "../../../i18n/score-messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import { Notice } from "../../../ui/Notice";
import { bandChoices, type Choice } from "./choices";
import type { ExistingStore } from "./export-store";
import styles from "./Groups.module.css";
import type { Picks } from "./targets";
import { groupMessages as messages } from "./messages";

interface WhoProps {
  readonly picks: Picks;
  readonly partition: GetPartitionSummaryResponse;
  readonly existing: ExistingStore;
  readonly error: string | undefined;
  readonly onPick: (picks: Picks) => void;
}

/** Who joins: bands or reasons to tick, each with its number. */
export function Who({ picks, partition, existing, error, onPick }: WhoProps): ReactNode {
  const { reasons, reasonsFailed } = useStore(existing);
  const web = partition.scoringType === "web";
  if (picks.kind === "reasons") {
    if (reasonsFailed) return <Notice type="error" title={<FormattedMessage {...messages.reasonsFailed} />} />;
    return (
      <Ticks
        legend={<FormattedMessage {...messages.reasons} />}
        choices={reasons ?? []}
        picked={picks.reasons}
        error={error}
        name={(reason) => <FormattedMessage {...reasonMessages[reason]} />}
        onPick={(next) => onPick({ kind: "reasons", reasons: next })}
      />
    );
  }
  const choices = bandChoices(partition);
  const unknown = choices.reduce((sum, one) => sum + (picks.bands.includes(one.key) ? one.unknown : 0), 0);
  return (
    <div>
      <Ticks
        legend={<FormattedMessage {...messages.bands} />}
        choices={choices}
        picked={picks.bands}
        error={error}
        name={(band) => <Band of={band} />}
        onPick={(next) => onPick({ kind: "bands", bands: next })}
      />
      {web && (
        <p className={styles["quiet"]}>
          <FormattedMessage {...messages.visitorsText} />{" "}
          {unknown > 0 && <FormattedMessage {...messages.unknown} values={{ count: unknown }} />}
        </p>
      )}
    </div>
  );
}

/** "81–100 Bardzo wysokie". */
function Band({ of }: { readonly of: BandKey }): ReactNode {
  const band = BANDS.find(({ key }) => key === of);
  return (
    <>
      {band && (
        <span className={styles["range"]}>
          <FormattedMessage {...messages.range} values={{ scoringMin: band.min, scoringMax: band.max }} />
        </span>
      )}
      <FormattedMessage {...bandMessages[of]} />
    </>
  );
}

interface TicksProps<K extends string> {
  readonly legend: ReactNode;
  readonly choices: readonly Choice<K>[];
  readonly picked: readonly K[];
  readonly error: string | undefined;
  readonly name: (key: K) => ReactNode;
  readonly onPick: (picked: readonly K[]) => void;
}

function Ticks<K extends string>({ legend, choices, picked, error, name, onPick }: TicksProps<K>): ReactNode {
  const id = useId();
  const toggle = (key: K): void =>
    onPick(picked.includes(key) ? picked.filter((one) => one !== key) : [...picked, key]);
  return (
    <fieldset className={styles["ticks"]} {...(error === undefined ? {} : { "aria-describedby": id })}>
      <legend>{legend}</legend>
      {choices.map(({ key, count, unknown }) => (
        <label key={key} className={styles["tick"]}>
          <input type="checkbox" checked={picked.includes(key)} onChange={() => toggle(key)} />
          <span>{name(key)}</span>
          <span className="number">
            <FormattedNumber value={count - unknown} />
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={id} role="alert" className={styles["wrong"]}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
