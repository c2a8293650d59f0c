import type { ReactNode } from "react";
import styles from "./Chart.module.css";
import { useSurface } from "./surface";

interface GrowsProps {
  readonly from: "bottom" | "left" | "none";
  readonly children: ReactNode;
}

/** Shapes that grow once, when first shown. */
export function Grows({ from, children }: GrowsProps): ReactNode {
  const { still } = useSurface();
  return still ? (
    <g>{children}</g>
  ) : (
    <g className={styles["grows"]} data-from={from}>
      {children}
    </g>
  );
}
