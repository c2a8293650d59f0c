import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import styles from "./Hint.module.css";

/** The delay before the tooltip of an element under the pointer, in milliseconds. */
const PATIENCE = 400;

/** A tooltip, shown at the bottom. Its text is the name of the element, so screen readers get no second one. */
export function Hint({ title, children }: { readonly title: string; readonly children: ReactElement }): ReactNode {
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number }>();
  const timer = useRef(0);
  const show = (target: Element | null): void => {
    if (!target) return;
    const { left, width, bottom } = target.getBoundingClientRect();
    const half = 90;
    setPlace({ left: Math.min(Math.max(left + width / 2, half), window.innerWidth - half), top: bottom + 6 });
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  const later = (target: Element | null): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => show(target), PATIENCE);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") hide();
  };
  return (
    // It only observes its content and is not interactive.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={styles["around"]}
      onPointerEnter={(event) => later(event.currentTarget.firstElementChild)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(event.currentTarget.firstElementChild)}
      onBlur={hide}
      onKeyDown={escape}
    >
      {children}
      {place && (
        <span role="tooltip" className={styles["tip"]} style={place}>
          {title}
        </span>
      )}
    </span>
  );
}
