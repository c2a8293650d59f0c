import { Suspense, use, type ReactNode } from "react";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import type { AverageData } from "./loader";

interface WithYearBeforeProps {
  readonly of: AverageData["yearBefore"];
  readonly children: (before: GetPartitionAveragesResponse | undefined) => ReactNode;
}

/**
 * Draws at once, and anew once the year before is there. It goes inside whatever keeps state, as an open menu: what was
 * drawn first is gone then.
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
