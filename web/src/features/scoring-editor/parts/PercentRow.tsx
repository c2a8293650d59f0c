import { useId, type ReactNode } from "react";
import { FormattedNumber } from "react-intl";
import { Percent } from "../../../ui/form/Percent";
import styles from "./Percent.module.css";

interface PercentRowProps {
  readonly label: string;
  /** Whole percent; undefined without input. */
  readonly value: number | undefined;
  /** Whether it counts; otherwise the row has no slider. */
  readonly active?: boolean;
  readonly readOnly: boolean;
  readonly invalid?: boolean;
  /** A switch before the name. */
  readonly start?: ReactNode;
  /** Under the name: the meaning of the number. */
  readonly hint?: ReactNode;
  readonly onChange: (value: number | undefined) => void;
}

/** A share of 100: a slider and its number; a bar where it cannot be changed. */
export function PercentRow(props: PercentRowProps): ReactNode {
  const { label, value, active = true, readOnly, invalid = false, start, hint, onChange } = props;
  const id = useId();
  return (
    <div className={styles["row"]} data-active={active}>
      <div className={styles["words"]}>
        {start}
        {readOnly ? (
          <span className={styles["label"]}>{label}</span>
        ) : (
          <label htmlFor={id} className={styles["label"]}>
            {label}
          </label>
        )}
        {hint !== undefined && active && (
          <span id={`${id}-hint`} className={styles["hint"]}>
            {hint}
          </span>
        )}
      </div>
      {readOnly && (
        <>
          <div className={styles["track"]} aria-hidden>
            <div style={{ width: `${value ?? 0}%` }} />
          </div>
          <span className={styles["fixed"]}>
            <FormattedNumber value={(value ?? 0) / 100} style="percent" />
          </span>
        </>
      )}
      {active && !readOnly && (
        <Percent
          id={id}
          label={label}
          value={value}
          aria-invalid={invalid}
          {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
          onChange={onChange}
        />
      )}
    </div>
  );
}
