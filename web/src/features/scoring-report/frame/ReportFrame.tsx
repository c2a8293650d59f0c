import ClockCircleOutlined from "@ant-design/icons-svg/es/asn/ClockCircleOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Outlet, useLocation } from "react-router";
import { useApi } from "../../../api/api-context";
import { addDays, formatDay } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { ACTIVE, DRAFT } from "../../../lib/status";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { lazyPart } from "../../../ui/lazy-part";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { StatePanel } from "../../../ui/StatePanel";
import { StatusTag } from "../../../ui/StatusTag";
import { editPath, SavedUnscorableNotice, unscorableToday } from "../../scoring-editor";
import { DownloadButton } from "../download/DownloadButton";
import { AddTickedToGroup } from "../groups/AddToGroupButton";
import { createSelectionStore, SelectionContext } from "../report/selection";
import { Controls } from "./Controls";
import { frameMessages as messages, noticeMessages } from "./messages";
import { MoreMenu } from "./MoreMenu";
import { Notices } from "./Notices";
import { ReportTabs } from "./ReportTabs";
import { useRecalculation } from "./use-recalculation";
import { useScope } from "../report/use-about";
import { useFrame } from "../report/use-report";
import { useShow } from "../../../ui/use-show";
import { wordMessages } from "../../../i18n/word-messages";

export { frameLoader as loader, revalidateFrame as shouldRevalidate } from "../report/loader";
export { ReportError as ErrorBoundary } from "./ReportError";
export { ReportFrame as Component };

const AskDialog = lazyPart(async () => (await import("../recalculate/AskDialog")).AskDialog);
const CalculationPanel = lazyPart(async () => (await import("../recalculate/CalculationPanel")).CalculationPanel);

/** The frame of every tab of a report: its scoring, its controls, its notices. */
function ReportFrame(): ReactNode {
  const { scoring } = useFrame();
  // Another scoring is another page: state of one must not show on the next.
  return <FrameOfScoring key={scoring.id} />;
}

function FrameOfScoring(): ReactNode {
  const { report, scoring } = useFrame();
  const api = useApi();
  const [selection] = useState(createSelectionStore);
  const [asked, setAsked] = useState<ReturnType<typeof unscorableToday>>();
  const { store, phase, busy, start } = useRecalculation();
  const printing = useLocation().pathname.endsWith("/print");
  // The preview of the print has a title and controls of its own.
  if (printing && report) {
    return (
      <SelectionContext value={selection}>
        {phase !== "idle" && (
          <div data-screen>
            <CalculationPanel store={store} onRetry={start} />
          </div>
        )}
        <Outlet />
      </SelectionContext>
    );
  }
  return (
    <SelectionContext value={selection}>
      <Head>
        {report && (
          <DownloadButton>
            <FormattedMessage {...messages.download} />
          </DownloadButton>
        )}
        {report && <AddTickedToGroup />}
        <MoreMenu onRecalculate={() => !busy && setAsked(unscorableToday(api, scoring.id))} />
      </Head>
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} onStart={start} />}
      <div className="stack">
        <Controls />
        <Notices />
        {phase !== "idle" && <CalculationPanel store={store} onRetry={start} />}
        {report ? (
          <>
            <ReportTabs />
            <Outlet />
          </>
        ) : (
          <Nothing />
        )}
      </div>
    </SelectionContext>
  );
}

function Head({ children }: { readonly children: ReactNode }): ReactNode {
  const { scoring, report } = useFrame();
  const days = report?.partition.config?.daysAgo ?? scoring.config?.daysAgo ?? 0;
  return (
    <PageHeader
      trail={{ to: paths.reports, name: wordMessages.reports }}
      title={scoring.name === "" ? messages.title : scoring.name}
      mark={<StatusTag status={scoring.status} />}
      description={
        report && (
          <>
            {days > 0 && (
              <span data-screen>
                <FormattedMessage
                  {...messages.period}
                  values={{
                    from: formatDay(addDays(report.date, -days)),
                    to: formatDay(addDays(report.date, -1)),
                    days,
                  }}
                />
              </span>
            )}
            <OnPaper />
          </>
        )
      }
      actions={children}
    />
  );
}

/** Paper has no controls that show the choices. */
function OnPaper(): ReactNode {
  return <span data-paper>{useScope()}</span>;
}

/** Shown instead of the tabs if the result in the address does not exist. */
function Nothing(): ReactNode {
  const { scoring, view, missing } = useFrame();
  const show = useShow({});
  const edit = editPath(scoring);
  const { title, text, act } = {
    date: {
      title: <FormattedMessage {...messages.noDate} values={{ date: formatDay(view.date ?? "") }} />,
      text: undefined,
      act: <Button type="primary" label={messages.newest} onClick={() => show({ date: undefined })} />,
    },
    uid: {
      title: <FormattedMessage {...messages.noDatabase} values={{ uids: view.uids?.join(", ") }} />,
      text: undefined,
      act: <Button type="primary" label={messages.showAll} onClick={() => show({ uids: undefined })} />,
    },
    result: {
      title: messages.emptyTitle,
      text: messages.emptyText,
      act:
        scoring.status === DRAFT ? (
          <PageButton type="primary" label={noticeMessages.finishDraft} to={edit.to} state={edit.state} />
        ) : (
          scoring.status === ACTIVE && (
            <PageButton type="primary" label={messages.whenResults} to={paths.loading(scoring.id)} />
          )
        ),
    },
  }[missing];
  return (
    <>
      {missing === "result" && scoring.status === ACTIVE && <SavedUnscorableNotice scoringId={scoring.id} />}
      <Card>
        <StatePanel icon={<Icon of={ClockCircleOutlined} />} title={title} text={text} actions={act} />
      </Card>
    </>
  );
}
