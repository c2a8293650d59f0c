import type { ReactNode } from "react";
import styles from "./Icon.module.css";

/** An icon of the icon set: plain data, so that a page contains only the icons that it shows. */
export interface IconData {
  readonly icon: unknown;
}

interface Shape {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children?: readonly Shape[];
}

/** An icon in the size and colour of the surrounding text. It is hidden from screen readers: a label is beside it. */
export function Icon({ of, className = "" }: { readonly of: IconData; readonly className?: string }): ReactNode {
  const { attrs, children = [] } = of.icon as Shape;
  return (
    <svg
      className={`${styles["icon"]} ${className}`}
      viewBox={attrs["viewBox"]}
      width="1em"
      height="1em"
      fill="currentColor"
      aria-hidden
      focusable="false"
    >
      {children.map(({ attrs: { d } }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
