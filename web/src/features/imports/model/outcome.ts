import type { Import } from "../../../api/messages";

/** The outcomes of a file, as shown to users. */
export const OUTCOMES = ["draft", "running", "finished", "partly", "refused", "stopped", "failed"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The outcome of an import; an unknown state counts as running. */
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

/** Whether the import changes by itself: it or its dry run is running. */
export function isMoving(item: Pick<Import, "state" | "refused" | "check">): boolean {
  const outcome = outcomeOf(item);
  return outcome === "running" || (outcome === "draft" && item.check?.state === "running");
}
