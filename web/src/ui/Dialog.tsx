import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import { useCallback, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon";
import { wordsOf, type Words } from "./words";

interface DialogProps {
  readonly title: Words;
  /** The main action: always the last button, at the right. */
  readonly primary?: ReactNode;
  /** Other actions, before the primary button. */
  readonly secondary?: ReactNode;
  readonly width?: number;
  /** Called by Escape, the cross and a click outside. Without it the dialog can be closed only by its buttons. */
  readonly onClose?: () => void;
  /** A drawer at the right edge, as high as the window. */
  readonly drawer?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the page. While it is open the focus stays inside; afterwards the focus returns to where it was. */
export function Dialog({ title, primary, secondary, width = 440, onClose, drawer, children }: DialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const pressed = useRef<EventTarget>(null);
  const open = useCallback((element: HTMLDialogElement | null) => {
    if (!element) return undefined;
    const opener = document.activeElement;
    element.showModal();
    // Not the cross, which comes first, but the main control of the dialog.
    const target = element.querySelector<HTMLElement>("[data-part] :is(input, select, button, a[href]):not(:disabled)");
    target?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  // The browser closes a dialog itself at the second Escape; the page alone must decide that.
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose?.();
  };
  return (
    // Key and click events of the dialog itself are Escape and clicks on the backdrop.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={open}
      className={styles["dialog"]}
      data-drawer={drawer}
      style={{ width }}
      aria-labelledby={id}
      onKeyDown={keys}
      // A text selection that is dragged out of a field ends as a click on the backdrop too.
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === target) onClose?.();
      }}
    >
      <div className={styles["inside"]}>
        <header className={styles["head"]}>
          <h2 id={id} className={styles["title"]}>
            {wordsOf(title)}
          </h2>
          {onClose && (
            <Button
              type="text"
              aria-label={formatMessage(commonMessages.close)}
              icon={<Icon of={CloseOutlined} />}
              onClick={onClose}
            />
          )}
        </header>
        <div data-part="body">{children}</div>
        {primary !== undefined && (
          <footer data-part="foot" className={styles["foot"]}>
            {secondary}
            {primary}
          </footer>
        )}
      </div>
    </dialog>
  );
}
