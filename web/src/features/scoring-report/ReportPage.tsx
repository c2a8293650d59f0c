import ClockCircleOutlined from "@ant-design/icons-svg/es/asn/ClockCircleOutlined";
import ReloadOutlined from "@ant-design/icons-svg/es/asn/ReloadOutlined";
import { Icon } from "../../ui/Icon";
import { useEffect, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useNavigate } from "react-router";
import { useStore } from "zustand";
import { useApi } from "../../api/api-context";
import { addDays, formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { StatusTag } from "../../ui/StatusTag";
import { Bands } from "./Bands";
import { CalculationPanel } from "./CalculationPanel";
import { Controls } from "./Controls";
import { DownloadDialog } from "./DownloadDialog";
import { Exclusions } from "./Exclusions";
import { Figures } from "./Figures";
import type { ReportData } from "./loader";
import { calculationMessages, reportMessages } from "./messages";
import { bandRows } from "./model/bands";
import { percentileOf, referencesOf } from "./model/references";
import { Receipts } from "./Receipts";
import { References } from "./References";
import styles from "./ReportPage.module.css";
import { createCalculation, createCalculationStore } from "../calculation";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Notice } from "../../ui/Notice";
import { commonMessages } from "../../i18n/common-messages";

/** Statuses as the contract numbers them; only an active scoring is calculated. */
const DRAFT = 0;
const ACTIVE = 2;

/** The report of one scoring: one channel, one day. */
export function ReportPage(): ReactNode {
  const data = useLoaderData<ReportData>();
  // Another scoring is another page: what was started for one must not show on the next.
  return <ReportOf key={data.scoring.id} data={data} />;
}

function ReportOf({ data }: { readonly data: ReportData }): ReactNode {
  const { scoring, channel, date, report } = data;
  const api = useApi();
  const navigate = useNavigate();
  const [store] = useState(createCalculationStore);
  const [calculation] = useState(() => createCalculation(api, store, scoring.id));
  const phase = useStore(store, (state) => state.phase);

  const start = (): void => {
    calculation.start((day) => {
      void navigate(paths.report(scoring.id, { ...(channel ? { channel } : {}), date: day }), {
        replace: true,
        preventScrollReset: true,
      });
    });
  };
  // Ends the stream with the page; nothing else would.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => () => calculation.stop(), [calculation]);

  const busy = phase === "starting" || phase === "running";
  return (
    <>
      <Head data={data}>
        {channel && date !== undefined && report && (
          <DownloadDialog id={scoring.id} scoringType={channel} generatedDate={date} />
        )}
        <CalculateButton scoring={scoring} busy={busy} onStart={start} />
      </Head>
      <div className={styles["parts"]}>
        {scoring.status !== ACTIVE && (
          <Notice
            type="info"
            role="note"
            title={
              <FormattedMessage
                {...(scoring.status === DRAFT ? calculationMessages.whyNotDraft : calculationMessages.whyNotInactive)}
              />
            }
          />
        )}
        <Controls data={data} />
        <CalculationPanel store={store} onRetry={start} />
        {channel && report ? (
          <Content data={data} channel={channel} report={report} />
        ) : (
          <Card>
            <StatePanel
              icon={<Icon of={ClockCircleOutlined} />}
              title={<FormattedMessage {...reportMessages.emptyTitle} />}
            >
              <FormattedMessage {...reportMessages.emptyText} />
            </StatePanel>
          </Card>
        )}
      </div>
    </>
  );
}

interface CalculateButtonProps {
  readonly scoring: ReportData["scoring"];
  readonly busy: boolean;
  readonly onStart: () => void;
}

/** Asks before it starts: today's result, if there is one, is replaced. */
function CalculateButton({ scoring, busy, onStart }: CalculateButtonProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  return (
    <>
      <Button
        icon={<Icon of={ReloadOutlined} />}
        loading={busy}
        onClick={() => setAsking(true)}
        disabled={scoring.status !== ACTIVE}
      >
        <FormattedMessage {...calculationMessages.start} />
      </Button>
      {asking && (
        <Dialog
          title={<FormattedMessage {...calculationMessages.ask} />}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>
                <FormattedMessage {...commonMessages.cancel} />
              </Button>
              <Button
                type="primary"
                onClick={() => {
                  close();
                  onStart();
                }}
              >
                <FormattedMessage {...calculationMessages.confirm} />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage {...calculationMessages.consequence} />
          </p>
        </Dialog>
      )}
    </>
  );
}

function Head({ data, children }: { readonly data: ReportData; readonly children: ReactNode }): ReactNode {
  const { formatMessage } = useIntl();
  const { scoring, date } = data;
  const days = scoring.config?.daysAgo ?? 0;
  return (
    <PageHeader
      trail={
        <nav aria-label={formatMessage(reportMessages.trail)}>
          <Link to={paths.reports}>
            <FormattedMessage {...reportMessages.reports} />
          </Link>
        </nav>
      }
      title={scoring.name === "" ? formatMessage(reportMessages.title) : scoring.name}
      mark={<StatusTag status={scoring.status} />}
      description={
        date !== undefined &&
        days > 0 && (
          <FormattedMessage
            {...reportMessages.period}
            values={{ from: formatDay(addDays(date, -days)), to: formatDay(addDays(date, -1)), days }}
          />
        )
      }
      actions={children}
    />
  );
}

interface ContentProps {
  readonly data: ReportData;
  readonly channel: NonNullable<ReportData["channel"]>;
  readonly report: NonNullable<ReportData["report"]>;
}

function Content({ data: { scoring, before }, channel, report }: ContentProps): ReactNode {
  const rows = bandRows(report.partition);
  const web = channel === "web";
  return (
    <>
      <Figures report={report} before={before} rows={rows} web={web} />
      <Bands rows={rows} total={report.partition.emailCount} web={web} />
      <div className={styles["pair"]}>
        <References
          references={referencesOf(report.partition, scoring.config)}
          percentile={percentileOf(scoring.config, channel)}
        />
        {!web && <Exclusions exclusions={report.exclusions} />}
      </div>
      <Receipts receipts={report.partition.propertyReceipts} />
    </>
  );
}
