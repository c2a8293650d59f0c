import type { ReactNode } from "react";
import { useAppStore } from "../../stores/app-store";
import { lazyPart } from "../../ui/lazy-part";

const ClientLoginDialog = lazyPart(async () => (await import("./ClientLoginDialog")).ClientLoginDialog);
const TrialDialog = lazyPart(async () => (await import("./TrialDialog")).TrialDialog);

/** The dialogs about the session, on any page. */
export function SessionDialogs(): ReactNode {
  const dialog = useAppStore((state) => state.dialog);
  return (
    <>
      {dialog === "client-login" && <ClientLoginDialog />}
      {dialog === "trial-expired" && <TrialDialog />}
    </>
  );
}
