import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import styles from "./Hint.module.css";

/** How long a pointer rests on something before it is explained, in milliseconds. */
const PATIENCE = 400;

/** A tooltip; the product shows them at the bottom. Its words are those of the thing's name, so readers get no second. */
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
    // It only watches what is inside: nothing can be done with it.
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
