import { useId, type ReactNode } from "react";
import styles from "./Segmented.module.css";
import { wordsOf, type Words } from "./words";

interface SegmentedProps<T extends string> {
  readonly "aria-label": string;
  readonly size?: "small";
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: Words }[];
  /** Only the chosen option is shown, as text. */
  readonly readOnly?: boolean;
  readonly onChange: (value: T) => void;
}

/** A choice of a few options, side by side: styled radio buttons, with one tab stop and arrow keys. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const { size, value, options, readOnly, onChange, ...rest } = props;
  const name = useId();
  if (readOnly) return <strong>{wordsOf(options.find((option) => option.value === value)?.label ?? value)}</strong>;
  return (
    <div role="radiogroup" className={styles["track"]} data-size={size} {...rest}>
      {options.map((option) => (
        <label key={option.value} className={styles["choice"]}>
          <input
            type="radio"
            name={name}
            className={styles["radio"]}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{wordsOf(option.label)}</span>
        </label>
      ))}
    </div>
  );
}
