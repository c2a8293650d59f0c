import InboxOutlined from "@ant-design/icons-svg/es/asn/InboxOutlined";
import { useId, useState, type ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import styles from "../Imports.module.css";

interface FileZoneProps {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * A frame for a file. The browser's own control covers it invisibly: it receives clicks, keys and dropped files, and
 * screen readers know it.
 */
export function FileZone({ label, hint, error, disabled, onFile }: FileZoneProps): ReactNode {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <div>
      <div className={styles["zone"]} data-over={over} data-wrong={error !== undefined}>
        <Icon of={InboxOutlined} className={styles["zoneIcon"] ?? ""} />
        <label htmlFor={id} className={styles["zoneLabel"]}>
          {label}
        </label>
        <span id={`${id}-hint`} className="quiet">
          {hint}
        </span>
        <input
          id={id}
          type="file"
          className={styles["file"]}
          disabled={disabled}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again after it was mended.
            event.target.value = "";
            if (file) onFile(file);
          }}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles["wrong"]} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
