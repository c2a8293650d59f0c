import { lazy, Suspense, type ReactNode } from "react";
import { useAppStore } from "../../stores/app-store";

const ClientLoginDialog = lazy(async () => ({ default: (await import("./ClientLoginDialog")).ClientLoginDialog }));
const TrialDialog = lazy(async () => ({ default: (await import("./TrialDialog")).TrialDialog }));

/** The dialogs that concern the session, whichever page is open. */
export function SessionDialogs(): ReactNode {
  const dialog = useAppStore((state) => state.dialog);
  return (
    <Suspense fallback={null}>
      {dialog === "client-login" && <ClientLoginDialog />}
      {dialog === "trial-expired" && <TrialDialog />}
    </Suspense>
  );
}
