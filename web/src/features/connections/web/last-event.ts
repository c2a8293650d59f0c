import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { WebTrackingAccount } from "../../../api/messages";

/** The moment of the last event that the website's code sent, if any; other events are from files. */
export function lastEvent({ types }: WebTrackingAccount): Timestamp | undefined {
  return types
    .flatMap(({ lastAt }) => (lastAt ? [lastAt] : []))
    .reduce<Timestamp | undefined>((one, other) => (one && one.seconds > other.seconds ? one : other), undefined);
}
