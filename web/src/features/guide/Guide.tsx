import type { ReactNode } from "react";
import { usePreferenceStore } from "../../stores/preference-store";
import { later } from "../../ui/later";

const GuidePanel = later(async () => (await import("./GuidePanel")).GuidePanel);

/** The system guide, while it is switched on. */
export function Guide(): ReactNode {
  const on = usePreferenceStore((state) => state.guide);
  return on ? <GuidePanel /> : null;
}
