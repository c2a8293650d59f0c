import type { ReactNode } from "react";
import { Tag } from "../../ui/Tag";
import type { Outcome } from "./model/outcome";
import { outcomeMessages } from "./messages";

const COLORS = {
  draft: "warning",
  running: "default",
  finished: "success",
  partly: "warning",
  refused: "error",
  stopped: "default",
  failed: "error",
} as const;

/** The outcome of a file, in a word. */
export function OutcomeTag({ outcome }: { readonly outcome: Outcome }): ReactNode {
  return <Tag label={outcomeMessages[outcome]} color={COLORS[outcome]} />;
}
