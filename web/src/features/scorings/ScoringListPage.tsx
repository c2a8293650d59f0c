import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import { useMemo, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { useLeaving } from "../../ui/use-leaving";
import { useReloaded } from "../../ui/use-poll";
import { FirstRun } from "../first-run";
import { createListActions, useDeletedStore } from "./actions";
import { Filters } from "./Filters";
import { loadList, type ListData } from "./loader";
import { filterMessages, scoringsMessages } from "./messages";
import { isRunning } from "./rows";
import { ScoringTable } from "./ScoringTable";
import { readView, select } from "./table-view";
import styles from "./Pages.module.css";
import { wordMessages } from "../../i18n/word-messages";

export { listLoader as loader, revalidateScorings as shouldRevalidate } from "./loader";
export { ScoringListPage as Component };

/** How often the list is read again while a calculation runs. */
const RELOAD_MS = 15_000;

/** Every scoring of the account, and what can be done with each. */
function ScoringListPage(): ReactNode {
  const { formatMessage, locale } = useIntl();
  const api = useApi();
  const loaded = useLoaderData<ListData>();
  const reload = (signal: AbortSignal): Promise<ListData> => loadList(api, signal);
  const data = useReloaded(loaded, reload, ({ rows }) => rows.some(isRunning), RELOAD_MS);
  const { rows: all, resultsLoaded, start } = data;
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const deleted = useDeletedStore(({ ids }) => ids);
  const rows = useMemo(() => all.filter(({ id }) => !deleted.includes(id)), [all, deleted]);
  const actions = useMemo(() => createListActions(api, () => void revalidate()), [api, revalidate]);
  // What was deleted here goes with the page.
  useLeaving(actions.flush);
  const empty = rows.length === 0;
  return (
    <>
      <PageHeader
        title={formatMessage(wordMessages.listOfScorings)}
        description={<FormattedMessage {...scoringsMessages.listLead} />}
        actions={
          <>
            {!empty && (
              <Button onClick={() => void navigate(paths.runs)}>
                <FormattedMessage {...wordMessages.calculations} />
              </Button>
            )}
            <Button type={empty ? "default" : "primary"} onClick={() => void navigate(paths.scoringChannel)}>
              <FormattedMessage {...wordMessages.calculateScoring} />
            </Button>
          </>
        }
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
          <FirstRun facts={start} />
        ) : select(rows, readView(search), locale).length > 0 ? (
          <ScoringTable rows={rows} withStatus actions={actions} />
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
