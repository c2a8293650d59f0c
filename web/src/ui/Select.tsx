import type { ReactNode } from "react";
import styles from "./Select.module.css";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly id?: string;
  /** The name, if there is no visible label. */
  readonly "aria-label"?: string;
  /** As high as a text field. */
  readonly size?: "large";
  readonly value: string;
  readonly options: readonly SelectOption[];
  /** Groups after the options, with headings; groups without options are omitted. */
  readonly groups?: readonly { readonly label: string; readonly options: readonly SelectOption[] }[];
  readonly "aria-invalid"?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A native select: it works with every keyboard, screen reader and phone. */
export function Select({ size, options, groups = [], onChange, ...select }: SelectProps): ReactNode {
  return (
    <select
      {...select}
      className={styles["select"]}
      data-size={size}
      onChange={(event) => onChange(event.target.value)}
    >
      <Options of={options} />
      {groups.map(
        (group) =>
          group.options.length > 0 && (
            <optgroup key={group.label} label={group.label}>
              <Options of={group.options} />
            </optgroup>
          ),
      )}
    </select>
  );
}

function Options({ of }: { readonly of: readonly SelectOption[] }): ReactNode {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
