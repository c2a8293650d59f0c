import { Suspense, use, type ReactNode } from "react";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import type { AverageData } from "./loader";

interface WithYearBeforeProps {
  readonly of: AverageData["yearBefore"];
  readonly children: (before: GetPartitionAveragesResponse | undefined) => ReactNode;
}

/**
 * Draws immediately, and again once the year before is loaded. It belongs inside components that keep state, such as an
 * open menu, because the first drawing is unmounted then.
 */
export function WithYearBefore({ of, children }: WithYearBeforeProps): ReactNode {
  return (
    <Suspense fallback={children(undefined)}>
      <YearBefore of={of}>{children}</YearBefore>
    </Suspense>
  );
}

function YearBefore({ of, children }: WithYearBeforeProps): ReactNode {
  return children(use(of()));
}
