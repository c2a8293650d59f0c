import type { ReactNode } from "react";
import styles from "./Tag.module.css";

interface TagProps {
  readonly color?: "default" | "success" | "warning" | "error";
  readonly children: ReactNode;
}

/** A word that marks the adjacent item. */
export function Tag({ color = "default", children }: TagProps): ReactNode {
  return (
    <span className={styles["tag"]} data-tone={color}>
      {children}
    </span>
  );
}
