import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useRevalidator } from "react-router";
import type { Fault } from "../api/fault";
import type { Settled } from "../api/settled";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { Button } from "./Button";
import { Notice } from "./Notice";

interface LoadedProps<T> {
  readonly of: Settled<T>;
  readonly children: (value: T) => ReactNode;
}

/** A part of a page that has come with it, or failed alone: then it says so in its place. */
export function Loaded<T>({ of, children }: LoadedProps<T>): ReactNode {
  return of.fault ? <PartFault fault={of.fault} /> : children(of.value);
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
