import PauseCircleOutlined from "@ant-design/icons-svg/es/asn/PauseCircleOutlined";
import { Icon } from "../ui/Icon";
import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useFlag } from "../flags/flags";
import { commonMessages } from "../i18n/common-messages";
import { paths, safePath } from "../lib/paths";
import { Card } from "../ui/Card";
import { PageHeader } from "../ui/PageHeader";
import { StatePanel } from "../ui/StatePanel";
import { appMessages } from "./messages";
import { Button } from "../ui/Button";
import { wordMessages } from "../i18n/word-messages";

export { ScoringOffPage as Component };

/** The scoring index while the flag of the scoring pages is off; it leads on as soon as the flag is on. */
function ScoringOffPage(): ReactNode {
  const [search] = useSearchParams();
  const from = safePath(search.get("from"));
  if (useFlag("ff_scoring")) return <Navigate to={from.startsWith(paths.scoring) ? from : paths.scoring} replace />;
  return (
    <>
      <PageHeader title={wordMessages.scoring} />
      <Card>
        <StatePanel
          icon={<Icon of={PauseCircleOutlined} />}
          title={appMessages.scoringOff}
          text={appMessages.scoringOffText}
          actions={<Button label={commonMessages.retry} onClick={() => window.location.reload()} />}
        />
      </Card>
    </>
  );
}
