import { Button } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import { openDialog } from "../../stores/app-store";
import { useConfigStore } from "../../stores/config-store";
import { sessionMessages } from "./messages";

/** Leads to where a plan is upgraded; without a configured address to the page that says whom to ask. */
export function UpgradeButton(): ReactNode {
  const url = useConfigStore((state) => state.upgradeUrl);
  const navigate = useNavigate();
  const words = <FormattedMessage {...sessionMessages.trialUpgrade} />;
  if (url !== "") {
    return (
      <Button type="primary" href={url}>
        {words}
      </Button>
    );
  }
  const explain = (): void => {
    openDialog(undefined);
    void navigate(paths.trialExpired);
  };
  return (
    <Button type="primary" onClick={explain}>
      {words}
    </Button>
  );
}
