import CopyOutlined from "@ant-design/icons-svg/es/asn/CopyOutlined";
import { useId, type ReactNode } from "react";
import { Button } from "./Button";
import { copy } from "./copy";
import styles from "./CopyButton.module.css";
import { Icon } from "./Icon";
import { wordsOf, type Words } from "./words";

interface CopyButtonProps {
  readonly text: string;
  /** The name of the button, which describes the copied text. */
  readonly "aria-label": string;
  readonly size?: "small" | "middle";
}

/** Copies a text and confirms it. */
export function CopyButton({ text, size = "small", ...name }: CopyButtonProps): ReactNode {
  return <Button {...name} type="text" size={size} icon={<Icon of={CopyOutlined} />} onClick={() => void copy(text)} />;
}

interface CopyFieldProps {
  readonly label: Words;
  readonly value: string;
  /** The label of the button. */
  readonly action: Words;
  /** The number of lines where browsers do not size the field by its text. */
  readonly rows?: number;
}

/** A text to be pasted elsewhere, with a button that copies it. */
export function CopyField({ label, value, action, rows = 1 }: CopyFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles["copy"]}>
      <label htmlFor={id}>{wordsOf(label)}</label>
      <div>
        <textarea
          id={id}
          value={value}
          rows={rows}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={<Icon of={CopyOutlined} />} onClick={() => void copy(value)}>
          {wordsOf(action)}
        </Button>
      </div>
    </div>
  );
}
