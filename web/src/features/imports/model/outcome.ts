import type { Import } from "../../../api/messages";

/** What became of a file, as a person would say it. */
export const OUTCOMES = ["draft", "running", "finished", "partly", "refused", "stopped", "failed"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** What became of an import; a state that this page does not know yet counts as running. */
export function outcomeOf({ state, refused }: Pick<Import, "state" | "refused">): Outcome {
  switch (state) {
    case "draft":
    case "refused":
    case "failed":
      return state;
    case "cancelled":
      return "stopped";
    case "done":
      return refused > 0 ? "partly" : "finished";
    default:
      return "running";
  }
}

/** Whether something of it changes by itself: it runs, or its check does. */
export function isMoving(item: Pick<Import, "state" | "refused" | "check">): boolean {
  const outcome = outcomeOf(item);
  return outcome === "running" || (outcome === "draft" && item.check?.state === "running");
}
