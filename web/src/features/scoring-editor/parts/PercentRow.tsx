import { useId, type ReactNode } from "react";
import { Percent } from "../../../ui/form/Percent";
import styles from "./Percent.module.css";

interface PercentRowProps {
  readonly label: string;
  /** Whole percent; undefined without input. */
  readonly value: number | undefined;
  /** Whether it counts; otherwise the row shows its name only. */
  readonly active?: boolean;
  readonly readOnly: boolean;
  readonly invalid?: boolean;
  /** A switch before the name. */
  readonly start?: ReactNode;
  /** Under the name: the meaning of the number. */
  readonly hint?: ReactNode;
  readonly onChange: (value: number | undefined) => void;
}

/** A share of 100: a slider and its number. */
export function PercentRow(props: PercentRowProps): ReactNode {
  const { label, value, active = true, readOnly, invalid = false, start, hint, onChange } = props;
  const id = useId();
  return (
    <div className={styles["row"]} data-active={active}>
      <div className={styles["words"]}>
        {start}
        <label htmlFor={id} className={styles["label"]}>
          {label}
        </label>
        {hint !== undefined && active && (
          <span id={`${id}-hint`} className={styles["hint"]}>
            {hint}
          </span>
        )}
      </div>
      {active && (
        <Percent
          id={id}
          label={label}
          value={value}
          disabled={readOnly}
          aria-invalid={invalid}
          {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
          onChange={onChange}
        />
      )}
    </div>
  );
}
