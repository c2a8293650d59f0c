import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import type { ReactNode } from "react";
import styles from "./Chip.module.css";
import { Icon } from "./Icon";

interface ChipProps {
  readonly children: ReactNode;
  /** The item no longer exists. */
  readonly gone?: boolean;
  /** The name of the cross. */
  readonly removeName: string;
  /** Undefined if it cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

/** The name of a picked item, with a cross that removes it. */
export function Chip({ children, gone = false, removeName, onRemove }: ChipProps): ReactNode {
  return (
    <span className={styles["chip"]} data-gone={gone}>
      <span className={styles["text"]}>{children}</span>
      {onRemove && (
        <button type="button" aria-label={removeName} onClick={onRemove}>
          <Icon of={CloseOutlined} />
        </button>
      )}
    </span>
  );
}
