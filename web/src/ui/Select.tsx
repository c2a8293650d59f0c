import type { ReactNode } from "react";
import styles from "./Select.module.css";

interface SelectProps {
  readonly id: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of a list, by the browser's own means: it works with every keyboard, reader and phone. */
export function Select({ id, value, options, onChange }: SelectProps): ReactNode {
  return (
    <select id={id} className={styles["select"]} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
