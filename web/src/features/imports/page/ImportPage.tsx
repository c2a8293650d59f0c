import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useLoaderData, useSearchParams } from "react-router";
import { useApi } from "../../../api/api-context";
import { percent } from "../../../i18n/format";
import { paths } from "../../../lib/paths";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { usePoll } from "../../../ui/use-poll";
import { createImportActions } from "../actions";
import { ImportProvider, useImport, useImportState } from "../import-context";
import { ownOf, type ImportData } from "../loader";
import { isMoving, outcomeOf } from "../model/outcome";
import type { Step } from "../model/steps";
import { OutcomeTag } from "../OutcomeTag";
import { createImportStore, unchecked } from "../store";
import { Subject } from "../Subject";
import { CheckStep } from "./CheckStep";
import { ColumnsStep } from "./ColumnsStep";
import { pageMessages as messages } from "./messages";
import { Receipt } from "./Receipt";
import { Running } from "./Running";
import { Steps } from "./Steps";
import { fileNameOf } from "../file-name";
import { importsRouteMessages } from "../messages";

export { importLoader as loader, revalidateImport as shouldRevalidate } from "../loader";
export { ImportError as ErrorBoundary } from "../ImportError";
export { ImportPage as Component };

const POLL_MS = 1_000;

/** One import: its columns and check as a draft, then its progress, then its receipt. */
function ImportPage(): ReactNode {
  const data = useLoaderData<ImportData>();
  return <Hold key={data.item.id} data={data} />;
}

function Hold({ data: { item, databases, inspected } }: { readonly data: ImportData }): ReactNode {
  const api = useApi();
  const [hold] = useState(() => {
    const store = createImportStore(item, inspected);
    return { store, actions: createImportActions(api, store), databases };
  });
  return (
    <ImportProvider value={hold}>
      <ImportOf />
    </ImportProvider>
  );
}

function ImportOf(): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { actions, databases } = useImport();
  const state = useImportState((all) => all);
  const { item, fault, away, refused, busy } = state;
  const [search] = useSearchParams();
  const outcome = outcomeOf(item);
  const step = stepOf(state.item, search.get("step") === "columns");
  // While an action of the user runs, polling would be useless.
  const waits =
    isMoving(item) || (step === "check" && state.inspection !== undefined && unchecked(state) !== undefined);
  usePoll(waits && busy === undefined && !refused, POLL_MS, actions.follow, 0);
  const file = fileNameOf(item, formatMessage);
  const { uid, mapping } = state.reading;
  return (
    <>
      <PageHeader
        title={file}
        {...(isMoving(item) && { tab: percent(intl, item.percent) })}
        trail={{ to: paths.imports, name: importsRouteMessages.title }}
        mark={<OutcomeTag outcome={outcome} />}
        description={<Subject kind={item.kind} uid={uid || ownOf(databases)} mapping={mapping} />}
      />
      <div className="stack">
        {(outcome === "draft" || outcome === "running") && <Steps at={step} />}
        {away && <Notice type="warning" role="status" title={messages.away} />}
        {fault && <FaultAlert fault={fault} />}
        {step === "columns" && <ColumnsStep />}
        {step === "check" && <CheckStep />}
        {step === "import" && (outcome === "running" ? <Running /> : <Receipt />)}
      </div>
    </>
  );
}

function stepOf(item: ImportData["item"], back: boolean): Step {
  if (outcomeOf(item) !== "draft") return "import";
  return item.check && !back ? "check" : "columns";
}
