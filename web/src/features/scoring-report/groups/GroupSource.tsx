import { useId, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { useStore } from "zustand";
import type { GetPartitionSummaryResponse } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import { bandMessages } from "../../../i18n/common-messages";
import { reasonMessages } from "../../../i18n/score-messages";
import { BANDS, type BandKey } from "../../../lib/bands";
import { Checkbox } from "../../../ui/Checkbox";
import { Notice } from "../../../ui/Notice";
import { rowsOfBands, sumOf, type Row } from "./rows";
import type { ExistingStore } from "./export-store";
import styles from "./Groups.module.css";
import type { Selected } from "./targets";
import { groupMessages as messages } from "./messages";

interface GroupSourceProps {
  readonly selected: Selected;
  readonly partition: GetPartitionSummaryResponse;
  readonly existing: ExistingStore;
  readonly error: string | undefined;
  readonly onSelect: (selected: Selected) => void;
}

/** Selects the rows that fill the group: bands or reasons, each with its count. */
export function GroupSource({ selected, partition, existing, error, onSelect }: GroupSourceProps): ReactNode {
  const { reasons, reasonsFailed } = useStore(existing);
  const web = partition.scoringType === "web";
  if (selected.kind === "reasons") {
    if (reasonsFailed) return <Notice type="error" title={messages.reasonsFailed} />;
    return (
      <Ticks
        legend={messages.reasons}
        rows={reasons ?? []}
        selected={selected.reasons}
        error={error}
        name={(reason) => <FormattedMessage {...reasonMessages[reason]} />}
        onSelect={(next) => onSelect({ kind: "reasons", reasons: next })}
      />
    );
  }
  const rows = rowsOfBands(partition);
  const { unknown } = sumOf(rows, selected.bands);
  return (
    <div>
      <Ticks
        legend={messages.bands}
        rows={rows}
        selected={selected.bands}
        error={error}
        name={(band) => <Band of={band} />}
        onSelect={(next) => onSelect({ kind: "bands", bands: next })}
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
  readonly legend: Message;
  readonly rows: readonly Row<K>[];
  readonly selected: readonly K[];
  readonly error: string | undefined;
  readonly name: (key: K) => ReactNode;
  readonly onSelect: (selected: readonly K[]) => void;
}

function Ticks<K extends string>({ legend, rows, selected, error, name, onSelect }: TicksProps<K>): ReactNode {
  const id = useId();
  const toggle = (key: K): void =>
    onSelect(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key]);
  return (
    <fieldset className={styles["ticks"]} {...(error === undefined ? {} : { "aria-describedby": id })}>
      <legend>
        <FormattedMessage {...legend} />
      </legend>
      {rows.map(({ key, count, unknown }) => (
        <label key={key} className={styles["tick"]}>
          <Checkbox checked={selected.includes(key)} onChange={() => toggle(key)} />
          <span>{name(key)}</span>
          <span className="number">
            <FormattedNumber value={count - unknown} />
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={id} role="alert" className="wrong">
          {error}
        </p>
      )}
    </fieldset>
  );
}
