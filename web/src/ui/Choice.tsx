import type { ComponentProps, ReactNode } from "react";
import styles from "./Choice.module.css";
import { wordsOf, type Words } from "./words";

interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "title" | "onChange" | "className"> {
  /** The same for all choices of a fieldset. */
  readonly name: string;
  readonly checked: boolean;
  readonly title: Words;
  /** The consequences of the choice. */
  readonly children?: ReactNode;
  readonly onChoose: () => void;
}

/** One of several choices, of which one is selected. */
export function Choice({ title, children, onChoose, ...input }: ChoiceProps): ReactNode {
  return (
    <label className={styles["choice"]}>
      <input {...input} type="radio" onChange={onChoose} />
      {children === undefined ? <span>{wordsOf(title)}</span> : <strong>{wordsOf(title)}</strong>}
      {children !== undefined && <span className="quiet">{children}</span>}
    </label>
  );
}
