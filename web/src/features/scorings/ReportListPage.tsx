import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { Tabs } from "../../ui/Tabs";
import type { ReportListData } from "./loader";
import { scoringsMessages } from "./messages";
import { isFinished, ofKind } from "./rows";
import { ScoringTable } from "./ScoringTable";
import { useScorings } from "./use-scorings";
import { PageButton } from "../../ui/PageLink";
import { wordMessages } from "../../i18n/word-messages";

/** Scorings of one kind with results. Tabs are shown if a website is tracked. */
export function ReportListPage({ kind }: { readonly kind: "channel" | "lead" }): ReactNode {
  const { rows: all, withLead, actions } = useScorings(useLoaderData<ReportListData>());
  const rows = ofKind(all.filter(isFinished), kind);
  return (
    <>
      <PageHeader title={wordMessages.reports} description={scoringsMessages.reportsLead} />
      {withLead && (
        <Tabs
          label={scoringsMessages.tabs}
          tabs={[
            { to: paths.reportListChannel, name: scoringsMessages.tabChannel },
            { to: paths.reportListLead, name: scoringsMessages.tabLead },
          ]}
          open={kind === "channel" ? paths.reportListChannel : paths.reportListLead}
        />
      )}
      {rows.length > 0 ? (
        <ScoringTable rows={rows} caption={wordMessages.reports} actions={actions} />
      ) : (
        <Card flush>
          <StatePanel
            icon={<Icon of={BarChartOutlined} />}
            title={scoringsMessages.noReportsTitle}
            text={scoringsMessages.noReportsText}
            actions={<PageButton label={wordMessages.goToScorings} type="primary" to={paths.scoringList} />}
          />
        </Card>
      )}
    </>
  );
}
