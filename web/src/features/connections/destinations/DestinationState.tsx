import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Destination } from "../../../api/messages";
import { Tag } from "../../../ui/Tag";
import { destinationStateMessages } from "../destination-messages";

const COLORS: Readonly<Record<string, "success" | "warning" | "error">> = {
  ACTIVE: "success",
  RUNNING: "success",
  FAILING: "error",
};

/** The state of a destination in a word or two. */
export function DestinationState({ destination: { state } }: { readonly destination: Destination }): ReactNode {
  const message = destinationStateMessages[state];
  return <Tag color={COLORS[state] ?? "default"}>{message ? <FormattedMessage {...message} /> : state}</Tag>;
}
