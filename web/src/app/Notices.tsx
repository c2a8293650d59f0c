import { useSyncExternalStore, type ReactNode } from "react";
import { endDemo, inDemo } from "../lib/demo";
import { useAppStore } from "../stores/app-store";
import { appMessages } from "./messages";
import { Notice } from "../ui/Notice";
import { Button } from "../ui/Button";
import { commonMessages } from "../i18n/common-messages";

function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Notices for every page. Each stays until its cause is gone and cannot be closed. */
export function Notices({ children }: { readonly children?: ReactNode }): ReactNode {
  const { needsRefresh, mockMode } = useAppStore();
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {children}
      {mockMode && (
        <Notice
          banner
          type="info"
          role="presentation"
          title={appMessages.mock}
          action={inDemo() && <Button label={appMessages.endDemo} size="small" onClick={endDemo} />}
        />
      )}
      {!online && <Notice banner type="warning" role="presentation" title={appMessages.offline} />}
      {needsRefresh && (
        <Notice
          banner
          type="info"
          role="presentation"
          title={appMessages.newVersion}
          action={<Button label={commonMessages.reload} size="small" onClick={() => window.location.reload()} />}
        />
      )}
    </div>
  );
}
