import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { Notice } from "../../ui/Notice";
import { lazyPart } from "../../ui/lazy-part";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton } from "../../ui/PageLink";
import { useHeadFirst } from "../../ui/use-head-first";
import { FirstRun } from "../first-run";
import type { ListData } from "./loader";
import { scoringsMessages } from "./messages";
import { isFinished } from "./rows";
import styles from "./Pages.module.css";
import { ScoringTable } from "./ScoringTable";
import { useScorings } from "./use-scorings";
import { wordMessages } from "../../i18n/word-messages";

export { listLoader as loader, revalidateScorings as shouldRevalidate } from "./loader";
export { ScoringListPage as Component };

const Overview = lazyPart(async () => (await import("./OverviewCard")).OverviewCard, <></>);

/** Every scoring of the account, with its actions. */
function ScoringListPage(): ReactNode {
  const { rows, resultsLoaded, start, actions } = useScorings(useLoaderData<ListData>());
  const empty = rows.length === 0;
  const whole = useHeadFirst();
  return (
    <>
      <PageHeader
        title={wordMessages.listOfScorings}
        description={scoringsMessages.listLead}
        actions={
          <>
            {!empty && <PageButton label={wordMessages.calculations} to={paths.runs} />}
            {!start && <PageButton label={wordMessages.calculateScoring} type="primary" to={paths.scoringChannel} />}
          </>
        }
      />
      {!resultsLoaded && (
        <Notice className={styles["notice"] ?? ""} type="warning" title={scoringsMessages.summariesAway} />
      )}
      {rows.some(isFinished) && (
        <div className={styles["overview"]}>
          <Overview rows={rows} />
        </div>
      )}
      {whole && !empty && <ScoringTable rows={rows} caption={wordMessages.listOfScorings} actions={actions} />}
      {start && !rows.some(isFinished) && (
        <div className={empty ? "" : styles["below"]}>
          <Card flush>
            <FirstRun facts={start} />
          </Card>
        </div>
      )}
    </>
  );
}
