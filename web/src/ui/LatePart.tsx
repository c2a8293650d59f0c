import { Suspense, use, type ReactNode } from "react";
import type { Settled } from "../api/settled";
import { Loaded } from "./Loaded";
import { Skeleton } from "./Skeleton";

interface LatePartProps<T> {
  readonly of: Promise<Settled<T>>;
  /** Of the skeleton that stands there until then. */
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** A part of a page that comes later and may fail alone. */
export function LatePart<T>({ of, rows = 4, children }: LatePartProps<T>): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={rows} />}>
      <Arrived of={of}>{children}</Arrived>
    </Suspense>
  );
}

function Arrived<T>({ of, children }: Pick<LatePartProps<T>, "of" | "children">): ReactNode {
  return <Loaded of={use(of)}>{children}</Loaded>;
}
