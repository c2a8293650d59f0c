import { Suspense, use, type ReactNode } from "react";
import { useRevalidator } from "react-router";
import { isDemoEnd, type Fault } from "../api/fault";
import type { Settled } from "../api/settled";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { Button } from "./Button";
import { FaultAlert } from "./FaultAlert";
import { Notice } from "./Notice";
import { Skeleton } from "./Skeleton";

interface PagePartProps<T> {
  /** The part's call: settled when the page loads, or still pending. */
  readonly of: Settled<T> | Promise<Settled<T>>;
  /** The lines of the skeleton shown until then. */
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** A part of a page that may load later and may fail on its own: the failure is then shown in its place. */
export function PagePart<T>({ of, rows = 4, children }: PagePartProps<T>): ReactNode {
  if (!(of instanceof Promise)) return of.fault ? <PartFault fault={of.fault} /> : children(of.value);
  return (
    <Suspense fallback={<Skeleton rows={rows} />}>
      <Arrived of={of}>{children}</Arrived>
    </Suspense>
  );
}

interface ArrivedProps<T> {
  readonly of: Promise<Settled<T>>;
  readonly children: (value: T) => ReactNode;
}

function Arrived<T>({ of, children }: ArrivedProps<T>): ReactNode {
  return <PagePart of={use(of)}>{children}</PagePart>;
}

/** Replaces a part that failed: the reason, and a retry button. */
export function PartFault({ fault }: { readonly fault: Fault }): ReactNode {
  const { revalidate, state } = useRevalidator();
  if (isDemoEnd(fault)) return <FaultAlert fault={fault} />;
  return (
    <Notice
      type="error"
      title={commonMessages.partFailed}
      description={faultMessage(fault)}
      action={
        <Button
          label={commonMessages.retry}
          size="small"
          loading={state === "loading"}
          onClick={() => void revalidate()}
        />
      }
    />
  );
}
