import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons-svg/es/asn/CloseCircleFilled";
import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import ExclamationCircleFilled from "@ant-design/icons-svg/es/asn/ExclamationCircleFilled";
import InfoCircleFilled from "@ant-design/icons-svg/es/asn/InfoCircleFilled";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { Icon } from "./Icon";
import styles from "./Notice.module.css";
import { wordsOf, type Words } from "./words";

const ICONS = {
  success: CheckCircleFilled,
  info: InfoCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
};

interface NoticeProps {
  readonly type: keyof typeof ICONS;
  readonly title: Words;
  readonly description?: Words;
  readonly action?: ReactNode;
  /** Spans the page without a border. */
  readonly banner?: boolean;
  /** The role for screen readers; an alert, read at once, by default. */
  readonly role?: "alert" | "status" | "note" | "presentation";
  readonly closable?: { readonly onClose: () => void; readonly "aria-label": string };
  readonly className?: string;
}

/** A message in its place on the page: a failure, a warning, a hint. */
export function Notice(props: NoticeProps): ReactNode {
  const { type, title, description, action, banner, role = "alert", closable, className = "" } = props;
  return (
    <div className={`${styles["notice"]} ${className}`} data-tone={type} data-banner={banner} data-notice role={role}>
      <Icon of={ICONS[type]} className={styles["icon"] ?? ""} />
      <div className={styles["words"]}>
        <div data-strong={description !== undefined}>{wordsOf(title)}</div>
        {description !== undefined && <div>{wordsOf(description)}</div>}
      </div>
      {action}
      {closable && (
        <Button
          type="text"
          size="small"
          aria-label={closable["aria-label"]}
          icon={<Icon of={CloseOutlined} />}
          onClick={closable.onClose}
        />
      )}
    </div>
  );
}
