import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import type { ReactNode } from "react";
import styles from "./Chip.module.css";
import { Icon } from "./Icon";

interface ChipProps {
  readonly children: ReactNode;
  /** It names something that is gone. */
  readonly gone?: boolean;
  /** Of the cross. */
  readonly removeName: string;
  readonly onRemove: () => void;
}

/** The name of something that was picked, with a cross that takes it away. */
export function Chip({ children, gone = false, removeName, onRemove }: ChipProps): ReactNode {
  return (
    <span className={styles["chip"]} data-gone={gone}>
      <span className={styles["text"]}>{children}</span>
      <button type="button" aria-label={removeName} onClick={onRemove}>
        <Icon of={CloseOutlined} />
      </button>
    </span>
  );
}
