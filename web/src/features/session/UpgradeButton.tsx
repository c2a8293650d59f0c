import type { KeyboardEvent, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { openDialog } from "../../stores/app-store";
import { useConfigStore } from "../../stores/config-store";
import { sessionMessages } from "./messages";
import { Button } from "../../ui/Button";

interface Props {
  /** The only action: it receives the focus and keeps it. */
  readonly only?: boolean;
}

/** Links to the address for upgrading a plan; without a configured one to the page with the contact. */
export function UpgradeButton({ only = false }: Props): ReactNode {
  const url = useConfigStore((state) => state.upgradeUrl);
  const navigate = useNavigate();
  const hold = {
    autoFocus: only,
    onKeyDown: (event: KeyboardEvent) => {
      if (only && event.key === "Tab") event.preventDefault();
    },
  };
  const words = <FormattedMessage {...sessionMessages.trialUpgrade} />;
  if (url !== "") {
    return (
      <Button type="primary" href={url} {...hold}>
        {words}
      </Button>
    );
  }
  const explain = (): void => {
    openDialog(undefined);
    void navigate(paths.trialExpired);
  };
  return (
    <Button type="primary" onClick={explain} {...hold}>
      {words}
    </Button>
  );
}
