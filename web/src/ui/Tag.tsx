import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";
import styles from "./Tag.module.css";

interface TagProps {
  readonly color?: "default" | "success" | "warning" | "error";
  /** What the tag says; a text with values or other content are its children. */
  readonly label?: Message;
  readonly children?: ReactNode;
}

/** A word that marks the adjacent item. */
export function Tag({ color = "default", label, children }: TagProps): ReactNode {
  return (
    <span className={styles["tag"]} data-tone={color}>
      {label ? <FormattedMessage {...label} /> : children}
    </span>
  );
}
