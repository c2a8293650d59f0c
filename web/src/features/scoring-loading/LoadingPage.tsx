import { Suspense, use, useEffect, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useRevalidator } from "react-router";
import { useStore } from "zustand";
import { clientOf } from "../../api/api";
import { useApi } from "../../api/api-context";
import type { ChannelProgress, Scoring, ScoringSummary } from "../../api/messages";
import { ReportService, RunService, ScoringService } from "../../api/services";
import { settle, type Settled } from "../../api/settled";
import { durationInWords } from "../../i18n/duration";
import { faultMessage } from "../../i18n/fault-message";
import { percent, TWO_DECIMALS } from "../../i18n/format";
import { formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { ACTIVE, DRAFT } from "../../lib/status";
import { showFault } from "../../stores/show-fault";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { BandBar, BandLegend } from "../../ui/charts/BandBar";
import { PageHeader } from "../../ui/PageHeader";
import { FaultAlert } from "../../ui/FaultAlert";
import { PageButton } from "../../ui/PageLink";
import { useReloaded } from "../../ui/use-poll";
import { useSubmission } from "../../ui/use-submission";
import {
  editPath,
  SavedUnscorableNotice,
  UnscorableNotice,
  unscorableToday,
  type ChannelAudience,
} from "../scoring-editor";
import {
  anyDone,
  CalculationProgress,
  createCalculation,
  createCalculationStore,
  doneOf,
  stageMessages,
} from "../calculation";
import { loadScoring, type LoadingData, type LoadingPageData } from "./loader";
import styles from "./LoadingPage.module.css";
import { loadingMessages as messages, routeMessages } from "./messages";
import { Steps } from "./Steps";
import { wordMessages } from "../../i18n/word-messages";
import { commonMessages } from "../../i18n/common-messages";

export { loadingLoader as loader } from "./loader";
export { LoadingPage as Component };

/** The interval of polling the calculations of earlier Mondays. */
const RELOAD_MS = 3000;

/** The first calculation of a scoring: its progress, the time of results, and where to go meanwhile. */
function LoadingPage(): ReactNode {
  const api = useApi();
  const loaded = useLoaderData<LoadingPageData>();
  const reload = (signal: AbortSignal): Promise<LoadingData> => loadScoring(api, loaded.scoring.id, signal);
  const { scoring } = useReloaded<LoadingData>(loaded, reload, moves, RELOAD_MS);
  if (scoring.status !== ACTIVE) return <Off scoring={scoring} />;
  return <Calculating key={scoring.id} scoring={scoring} longest={loaded.longest} />;
}

/** Whether earlier Mondays are still to be calculated. */
function historyWaits({ history }: Scoring): boolean {
  return history !== undefined && history.done < history.total;
}

function moves({ scoring }: LoadingData): boolean {
  return scoring.status === ACTIVE && historyWaits(scoring);
}

function Calculating({ scoring, longest }: Pick<LoadingPageData, "scoring" | "longest">): ReactNode {
  const intl = useIntl();
  const api = useApi();
  const [store] = useState(createCalculationStore);
  const [calculation] = useState(() => createCalculation(api, store, scoring.id));
  const { phase, channels, fault } = useStore(store);
  const [results, setResults] = useState<Omit<ResultProps, "scoringType">>();
  const loadResults = (generatedDate: string): void =>
    setResults({
      summaries: settle(clientOf(api, ReportService).listSummaries({})),
      scoringId: scoring.id,
      generatedDate,
    });
  // A reopened page follows the running calculation or shows its outcome; it starts one only if there is none.
  const known = scoring.state !== undefined && scoring.state.stage !== "waiting";
  const [unscorable, setUnscorable] = useState<readonly ChannelAudience[]>([]);
  /** Starts it, unless it would score no contact, which the page then explains. */
  const start = (left = (): boolean => false): void => {
    void unscorableToday(api, scoring.id).then((channels) => {
      if (left()) return;
      setUnscorable(channels);
      if (channels.length === 0) calculation.start(loadResults);
    });
  };
  // The stream lives as long as the page does.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    let left = false;
    if (known) calculation.follow(loadResults);
    else start(() => left);
    return () => {
      left = true;
      calculation.stop();
    };
    // The first response decides; later ones only count the earlier Mondays.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [calculation]);
  if (unscorable.length > 0) return <Refused scoring={scoring} channels={unscorable} />;
  const { history } = scoring;
  const finished = phase === "finished";
  const ready = finished && anyDone(channels);
  const failed = phase === "failed" || (finished && channels.some(({ stage }) => stage === "failed"));
  const cancelled = finished && !ready && !failed && channels.some(({ stage }) => stage === "cancelled");
  const from = earliest(channels);
  const short = finished && !ready && !failed && !cancelled;
  const ended = failed ? messages.failed : cancelled ? messages.cancelled : messages.later;
  const title = ready ? messages.done : finished || failed ? ended : routeMessages.title;
  const share = percent(intl, doneOf(channels));
  return (
    <>
      <PageHeader
        title={title}
        {...(finished ? {} : { tab: intl.formatMessage(messages.titleBusy, { percent: share, name: scoring.name }) })}
        description={scoring.name}
      />
      <Card>
        <div className="stack roomy">
          <CalculationProgress channels={channels} finished={finished}>
            {results &&
              ((scoringType) => (
                <Suspense fallback={<FormattedMessage {...stageMessages.done} />}>
                  <Result {...results} scoringType={scoringType} />
                </Suspense>
              ))}
          </CalculationProgress>
          {ready && results && <BandLegend />}
          {history && historyWaits(scoring) && (
            <p className="number">
              <FormattedMessage {...messages.history} values={{ done: history.done, total: history.total }} />
            </p>
          )}
          <p role="status" className={styles["about"]}>
            {phase === "failed" && fault ? (
              <FormattedMessage {...faultMessage(fault)} />
            ) : cancelled ? (
              <FormattedMessage {...messages.cancelledText} />
            ) : short ? (
              <FormattedMessage
                {...(from === "" ? messages.noData : messages.tooLittle)}
                values={{ date: formatDay(from) }}
              />
            ) : (
              !finished &&
              !failed && (
                <>
                  <FormattedMessage {...messages.mayLeave} />{" "}
                  <Suspense>
                    <Longest of={longest} />
                  </Suspense>
                </>
              )
            )}
          </p>
          {finished && !failed && !cancelled && <SavedUnscorableNotice scoringId={scoring.id} />}
          <div className="wrap">
            {ready && <PageButton label={messages.toReport} type="primary" to={paths.report(scoring.id)} />}
            {(failed || cancelled) && (
              <Button
                label={cancelled ? wordMessages.recalculate : commonMessages.retry}
                type="primary"
                onClick={() => start()}
              />
            )}
            {short && !scoring.config?.web && (
              <PageButton label={wordMessages.uploadSendings} type="primary" to={paths.uploadOf("engagement")} />
            )}
            <PageButton
              label={wordMessages.goToScorings}
              type={finished || failed ? "default" : "primary"}
              to={paths.scoringList}
            />
            {phase === "running" && <StopButton id={scoring.id} />}
          </div>
          <Steps scoring={scoring} calculation={ready ? "done" : finished || failed ? "stopped" : "now"} />
        </div>
      </Card>
    </>
  );
}

interface ResultProps {
  readonly summaries: Promise<Settled<{ readonly items: readonly ScoringSummary[] }>>;
  readonly scoringId: string;
  /** The day calculated; the summary may still be of an earlier one. */
  readonly generatedDate: string;
  readonly scoringType: string;
}

/** The average, the number of contacts or visitors scored, and their bands. */
function Result({ summaries, scoringId, scoringType, generatedDate }: ResultProps): ReactNode {
  const { formatNumber } = useIntl();
  const result = use(summaries).value?.items.find(
    (item) => item.scoringId === scoringId && item.scoringType === scoringType && item.generatedDate === generatedDate,
  );
  if (!result) return <FormattedMessage {...stageMessages.done} />;
  const average = formatNumber(result.avgScoring, TWO_DECIMALS);
  const values = { average, scored: result.emailCount + result.count, b: (text: ReactNode[]) => <b>{text}</b> };
  return (
    <>
      <FormattedMessage {...messages.result} values={values} />
      <BandBar counts={result.bandCounts} wide />
    </>
  );
}

/** How long earlier calculations took, if there are any. */
function Longest({ of }: { readonly of: LoadingPageData["longest"] }): ReactNode {
  const intl = useIntl();
  const seconds = use(of);
  if (seconds === undefined) return null;
  return <FormattedMessage {...messages.usual} values={{ duration: durationInWords(intl, seconds) }} />;
}

/** Shown instead: a calculation that would score no contact is not started. */
function Refused({
  scoring: { id, name },
  channels,
}: {
  readonly scoring: Scoring;
  readonly channels: readonly ChannelAudience[];
}): ReactNode {
  return (
    <>
      <PageHeader title={messages.nobody} description={name} />
      <Card>
        <div className="stack roomy">
          <UnscorableNotice scoringId={id} channels={channels} />
          <div className="wrap">
            <PageButton label={wordMessages.goToScorings} to={paths.scoringList} />
          </div>
        </div>
      </Card>
    </>
  );
}

/** Cancels the calculation; the page then shows its end. */
function StopButton({ id }: { readonly id: string }): ReactNode {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const stop = async (): Promise<void> => {
    setBusy(true);
    try {
      await clientOf(api, RunService).cancel({ id });
    } catch (thrown) {
      setBusy(false);
      showFault(thrown);
    }
  };
  return <Button label={messages.stop} loading={busy} onClick={() => void stop()} />;
}

/** The first day on which any skipped channel can be calculated; "" if unknown. */
function earliest(channels: readonly ChannelProgress[]): string {
  return (
    channels
      .map(({ possibleFrom }) => possibleFrom)
      .filter((day) => day !== "")
      .sort()[0] ?? ""
  );
}

/** The scoring in the address is not being calculated. */
function Off({ scoring }: { readonly scoring: Scoring }): ReactNode {
  const api = useApi();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [unscorable, setUnscorable] = useState<readonly ChannelAudience[]>([]);
  const switching = useSubmission<undefined>(async () => {
    const channels = await unscorableToday(api, scoring.id);
    setUnscorable(channels);
    if (channels.length > 0) return; // it stays inactive, like from the list
    await clientOf(api, ScoringService).setScoringStatus({ id: scoring.id, newStatus: ACTIVE });
    await revalidate();
  });
  const { to, state } = editPath(scoring);
  if (unscorable.length > 0) return <Refused scoring={scoring} channels={unscorable} />;
  const draft = scoring.status === DRAFT;
  const edit = (): void => void navigate(to, { state });
  return (
    <>
      <PageHeader title={draft ? messages.draft : messages.off} description={scoring.name} />
      <Card>
        <div className="stack roomy">
          <p className={styles["about"]}>
            <FormattedMessage {...(draft ? messages.draftText : messages.offText)} />
          </p>
          {switching.fault && <FaultAlert fault={switching.fault} />}
          <div className="wrap">
            {draft ? (
              <Button label={messages.finishDraft} type="primary" onClick={edit} />
            ) : (
              <>
                <Button
                  label={messages.switchOn}
                  type="primary"
                  loading={switching.busy}
                  onClick={() => void switching.submit(undefined)}
                />
                <Button label={messages.edit} onClick={edit} />
              </>
            )}
            <PageButton label={wordMessages.goToScorings} to={paths.scoringList} />
          </div>
          <Steps scoring={scoring} calculation="next" />
        </div>
      </Card>
    </>
  );
}
