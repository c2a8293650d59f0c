import LoadingOutlined from "@ant-design/icons-svg/es/asn/LoadingOutlined";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";
import styles from "./Button.module.css";
import { Icon } from "./Icon";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLElement>, "type"> {
  readonly type?: "default" | "primary" | "text" | "link";
  readonly htmlType?: "button" | "submit";
  readonly size?: "small" | "middle" | "large";
  readonly block?: boolean;
  readonly danger?: boolean;
  /** An operation is running: the button stays focusable but does nothing when pressed. */
  readonly loading?: boolean;
  readonly icon?: ReactNode;
  /** What the button says; a text with values or other content are its children. */
  readonly label?: Message;
  /** Makes it a link with the look of a button. */
  readonly href?: string;
  readonly target?: string;
  readonly rel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button, or a link with the look of one. It keeps the focus while loading. */
export function Button(props: ButtonProps): ReactNode {
  const { type = "default", htmlType = "button", size = "middle", block, danger, loading, ...others } = props;
  const { icon, href, target, rel, ref, className = "", label, ...further } = others;
  const { children = label && <FormattedMessage {...label} />, onClick, ...rest } = further;
  const look = {
    className: `${styles["button"]} ${className}`,
    "data-type": type,
    "data-size": size,
    "data-block": block,
    "data-danger": danger,
    "data-bare": children === undefined || children === null,
  };
  const content = (
    <>
      {loading ? <Icon of={LoadingOutlined} className={styles["turning"] ?? ""} /> : icon}
      {children !== undefined && children !== null && <span>{children}</span>}
    </>
  );
  if (href !== undefined) {
    return (
      <a {...rest} {...look} href={href} target={target} rel={rel} onClick={onClick}>
        {content}
      </a>
    );
  }
  const act = (event: MouseEvent<HTMLElement>): void => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button {...rest} {...look} ref={ref} type={htmlType} aria-busy={loading} onClick={act}>
      {content}
    </button>
  );
}
