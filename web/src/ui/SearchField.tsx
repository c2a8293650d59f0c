import { useState, type ReactNode } from "react";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
  readonly name: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (typed: string) => void;
}

/** The search field above a list. The value from the address lags behind typing: until then the typed text is shown. */
export function SearchField({ name, placeholder = name, value, onChange, ...input }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...input}
      type="search"
      className={styles["field"]}
      aria-label={name}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
