import { InputNumber, Slider } from "antd";
import { useIntl } from "react-intl";
import type { KeyboardEvent, ReactNode } from "react";
import type { ControlProps } from "../Field";
import { AntdScope } from "./AntdScope";
import styles from "./Form.module.css";

/** The step of PgUp and PgDn. */
const LEAP = 10;

interface PercentProps extends ControlProps {
  readonly label: string;
  /** Whole percent; undefined if empty. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A percentage: a slider and a number field, side by side in the caller's grid. */
export function Percent({ label, value, onChange, ...control }: PercentProps): ReactNode {
  const { formatNumber } = useIntl();
  const percent = (share: number): string => formatNumber(share / 100, { style: "percent" });
  // antd's slider jumps by two steps.
  const leap = (event: KeyboardEvent): void => {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    event.stopPropagation();
    onChange(Math.min(100, Math.max(0, (value ?? 0) + (event.key === "PageUp" ? LEAP : -LEAP))));
  };
  return (
    <AntdScope>
      <div className={styles["slider"]} onKeyDownCapture={leap}>
        <Slider
          value={value ?? 0}
          tooltip={{ open: false }}
          ariaLabelForHandle={label}
          ariaValueTextFormatterForHandle={(share) => `${label}: ${percent(share)}`}
          onChange={onChange}
        />
      </div>
      <InputNumber<number>
        {...control}
        className={styles["number"] ?? ""}
        min={0}
        max={100}
        precision={0}
        suffix="%"
        value={value ?? null}
        {...(control["aria-invalid"] ? { status: "error" as const } : {})}
        onChange={(share) => onChange(share ?? undefined)}
      />
    </AntdScope>
  );
}
