import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { Filters } from "./Filters";
import { HowToStart } from "./HowToStart";
import type { ScoringsData } from "./loader";
import { filterMessages, scoringsMessages } from "./messages";
import { ScoringTable } from "./ScoringTable";
import { readView, select } from "./table-view";
import styles from "./Pages.module.css";

/** Every scoring of the account. */
export function ScoringListPage(): ReactNode {
  const { formatMessage, locale } = useIntl();
  const { rows, resultsLoaded } = useLoaderData<ScoringsData>();
  const [search, setSearch] = useSearchParams();
  const empty = rows.length === 0;
  return (
    <>
      <PageHeader
        title={formatMessage(scoringsMessages.listTitle)}
        description={<FormattedMessage {...scoringsMessages.listLead} />}
      />
      {!resultsLoaded && (
        <Notice
          className={styles["notice"] ?? ""}
          type="warning"
          title={<FormattedMessage {...scoringsMessages.summariesAway} />}
        />
      )}
      {!empty && <Filters rows={rows} />}
      <Card flush>
        {empty ? (
          <HowToStart />
        ) : select(rows, readView(search), locale).length > 0 ? (
          <ScoringTable rows={rows} withStatus />
        ) : (
          <StatePanel
            icon={<Icon of={SearchOutlined} />}
            title={<FormattedMessage {...filterMessages.noMatch} />}
            actions={
              <Button onClick={() => setSearch({}, { replace: true })}>
                <FormattedMessage {...filterMessages.clear} />
              </Button>
            }
          />
        )}
      </Card>
    </>
  );
}
