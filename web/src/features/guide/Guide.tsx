import type { ReactNode } from "react";
import { usePreferenceStore } from "../../stores/preference-store";
import { lazyPart } from "../../ui/lazy-part";

const GuidePanel = lazyPart(async () => (await import("./GuidePanel")).GuidePanel);

/** The system guide, while it is switched on. */
export function Guide(): ReactNode {
  const on = usePreferenceStore((state) => state.guide);
  return on ? <GuidePanel /> : null;
}
