import { InputNumber, Slider } from "antd";
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { useIntl } from "react-intl";
import styles from "./Percent.module.css";

/** How far PgUp and PgDn go. */
const LEAP = 10;

interface PercentRowProps {
  readonly label: string;
  /** Whole percent; undefined where nothing is entered. */
  readonly value: number | undefined;
  /** Counts: without it the row shows its name only. */
  readonly active?: boolean;
  readonly readOnly: boolean;
  readonly invalid?: boolean;
  /** Before the name: a switch. */
  readonly start?: ReactNode;
  /** Under the name: what the number means. */
  readonly hint?: ReactNode;
  readonly onChange: (value: number | undefined) => void;
}

/** A share of 100: a slider and its number. */
export function PercentRow(props: PercentRowProps): ReactNode {
  const { label, value, active = true, readOnly, invalid = false, start, hint, onChange } = props;
  const { formatNumber } = useIntl();
  const id = useId();
  const percent = (share: number): string => formatNumber(share / 100, { style: "percent" });
  // antd's slider leaps by two steps.
  const leap = (event: KeyboardEvent): void => {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    event.stopPropagation();
    if (!readOnly) onChange(Math.min(100, Math.max(0, (value ?? 0) + (event.key === "PageUp" ? LEAP : -LEAP))));
  };
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
        <>
          <div className={styles["slider"]} onKeyDownCapture={leap}>
            <Slider
              value={value ?? 0}
              disabled={readOnly}
              tooltip={{ open: false }}
              ariaLabelForHandle={label}
              ariaValueTextFormatterForHandle={(share) => `${label}: ${percent(share)}`}
              onChange={onChange}
            />
          </div>
          <InputNumber<number>
            id={id}
            className={styles["number"] ?? ""}
            min={0}
            max={100}
            precision={0}
            suffix="%"
            value={value ?? null}
            disabled={readOnly}
            {...(invalid ? { status: "error" as const, "aria-invalid": true } : {})}
            {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
            onChange={(share) => onChange(share ?? undefined)}
          />
        </>
      )}
    </div>
  );
}
