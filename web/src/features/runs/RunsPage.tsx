import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import FieldTimeOutlined from "@ant-design/icons-svg/es/asn/FieldTimeOutlined";
import { useState, type ReactNode } from "react";
import { useLoaderData, useNavigation, useSearchParams } from "react-router";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton } from "../../ui/PageLink";
import { Pager } from "../../ui/Pager";
import { StatePanel } from "../../ui/StatePanel";
import { useReloaded } from "../../ui/use-poll";
import { useShow } from "../../ui/use-show";
import { CurrentList } from "./CurrentList";
import { Filters } from "./Filters";
import { loadRuns, type RunsData } from "./loader";
import { runsMessages as messages } from "./messages";
import { RunTable } from "./RunTable";
import { isFiltered, NO_FILTER, PAGE_SIZES } from "./view";
import { wordMessages } from "../../i18n/word-messages";

export { runsLoader as loader } from "./loader";
export { RunsPage as Component };

/** The interval of polling running calculations. */
const RELOAD_MS = 2000;

/** The outcomes of calculations, newest first. */
function RunsPage(): ReactNode {
  const api = useApi();
  const [search] = useSearchParams();
  const reload = (signal: AbortSignal): Promise<RunsData> => loadRuns(api, search, signal);
  const data = useReloaded(useLoaderData<RunsData>(), reload, moves, RELOAD_MS);
  const { items, total, current, view, pageSize } = data;
  const busy = useNavigation().state === "loading";
  const show = useShow({ replace: true });
  // Clearing the filters also discards a partly chosen range of days.
  const [cleared, setCleared] = useState(0);
  const showAll = (): void => {
    setCleared((times) => times + 1);
    show({ ...NO_FILTER, page: undefined });
  };
  const filtered = isFiltered(view);
  return (
    <>
      <PageHeader
        trail={{ to: paths.scoringList, name: wordMessages.listOfScorings }}
        title={wordMessages.calculations}
        description={messages.lead}
      />
      {/* A calculation that another view of the list leaves out has not ended. */}
      <CurrentList key={search.toString()} items={current} />
      {(total > 0 || filtered) && (
        <Filters key={cleared} view={view} onChange={(change) => show({ ...change, page: undefined })} />
      )}
      <Card flush>
        {items.length > 0 ? (
          <>
            <RunTable items={items} busy={busy} />
            <Pager
              page={view.page}
              pageSize={pageSize}
              total={total}
              onPage={(page) => show({ page: page === 1 ? undefined : String(page) })}
              sizes={PAGE_SIZES}
              words={messages.shown}
              onSize={(size) => show({ page: undefined, pageSize: String(size) })}
            />
          </>
        ) : filtered ? (
          <StatePanel
            icon={<Icon of={SearchOutlined} />}
            title={messages.noMatch}
            actions={<Button label={wordMessages.showAll} onClick={showAll} />}
          />
        ) : (
          <StatePanel
            icon={<Icon of={FieldTimeOutlined} />}
            title={messages.none}
            text={messages.noneText}
            actions={<PageButton label={wordMessages.goToScorings} type="primary" to={paths.scoringList} />}
          />
        )}
      </Card>
    </>
  );
}

/** Whether a calculation waits or runs. */
function moves({ current }: RunsData): boolean {
  return current.length > 0;
}
