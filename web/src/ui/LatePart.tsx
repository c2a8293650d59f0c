import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useRevalidator } from "react-router";
import type { Fault } from "../api/fault";
import type { Settled } from "../api/settled";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { Button } from "./Button";
import { Notice } from "./Notice";
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
  const settled = use(of);
  return settled.fault ? <PartFault fault={settled.fault} /> : children(settled.value);
}

/** In place of a part that failed: why, and once more. */
export function PartFault({ fault }: { readonly fault: Fault }): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      type="error"
      title={<FormattedMessage {...commonMessages.partFailed} />}
      description={<FormattedMessage {...faultMessage(fault)} />}
      action={
        <Button size="small" loading={state === "loading"} onClick={() => void revalidate()}>
          <FormattedMessage {...commonMessages.retry} />
        </Button>
      }
    />
  );
}
