import { lazy, Suspense, type ReactNode } from "react";
import { usePreferenceStore } from "../../stores/preference-store";

const GuidePanel = lazy(async () => ({ default: (await import("./GuidePanel")).GuidePanel }));

/** The system guide, while it is switched on. */
export function Guide(): ReactNode {
  const on = usePreferenceStore((state) => state.guide);
  return on ? (
    <Suspense fallback={null}>
      <GuidePanel />
    </Suspense>
  ) : null;
}
