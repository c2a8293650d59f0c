import { Alert } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData } from "react-router";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { HowToStart } from "./HowToStart";
import type { ScoringsData } from "./loader";
import { scoringsMessages } from "./messages";
import { ScoringTable } from "./ScoringTable";
import styles from "./Pages.module.css";

/** Every scoring of the account. */
export function ScoringListPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { rows, resultsLoaded } = useLoaderData<ScoringsData>();
  return (
    <>
      <PageHeader
        title={formatMessage(scoringsMessages.listTitle)}
        description={<FormattedMessage {...scoringsMessages.listLead} />}
      />
      {!resultsLoaded && (
        <Alert
          className={styles["notice"] ?? ""}
          type="warning"
          showIcon
          title={<FormattedMessage {...scoringsMessages.summariesAway} />}
        />
      )}
      <Card flush>{rows.length === 0 ? <HowToStart /> : <ScoringTable rows={rows} withStatus />}</Card>
    </>
  );
}
