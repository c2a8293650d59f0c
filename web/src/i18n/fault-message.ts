import type { Message } from "./define-messages";
import { byStatus } from "./common-messages";
import { reasonMessage } from "./fault-messages";

/** The text about a failed call. */
export function faultMessage(fault: { readonly reason: string; readonly httpStatus: number }): Message {
  const known = reasonMessage(fault.reason);
  if (known) return known;
  switch (fault.httpStatus) {
    case 0:
      return byStatus.unreachable;
    case 502:
    case 503:
    case 504:
      return byStatus.unavailable;
    case 401:
      return byStatus.unauthorized;
    case 404:
      return byStatus.notFound;
    case 429:
      return byStatus.tooMany;
    default:
      return fault.httpStatus >= 500 ? byStatus.server : byStatus.generic;
  }
}
