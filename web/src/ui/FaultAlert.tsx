import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { isDemoEnd, type Fault } from "../api/fault";
import { commonMessages } from "../i18n/common-messages";
import { faultMessage } from "../i18n/fault-message";
import { Notice } from "./Notice";

/**
 * The reason for a failure, shown where the action was attempted; for system failures, with the details that support
 * needs.
 */
export function FaultAlert({
  fault,
}: {
  readonly fault: Pick<Fault, "reason" | "httpStatus"> & { traceId?: string };
}): ReactNode {
  const trace = fault.httpStatus >= 500 ? fault.traceId : undefined;
  return (
    <Notice
      type={isDemoEnd(fault) ? "info" : "error"}
      title={faultMessage(fault)}
      description={trace ? <FormattedMessage {...commonMessages.trace} values={{ trace }} /> : undefined}
    />
  );
}
