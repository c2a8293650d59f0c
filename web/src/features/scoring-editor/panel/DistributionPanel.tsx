import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { clientOf } from "../../../api/api";
import { ReportService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import type { ChannelPreview, GetPartitionSummaryResponse } from "../../../api/messages";
import { bandMessages, channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { formatDay } from "../../../lib/dates";
import { Details } from "../../../ui/Details";
import { NoValue } from "../../../ui/NoValue";
import { Segmented } from "../../../ui/Segmented";
import { Skeleton } from "../../../ui/Skeleton";
import { Table } from "../../../ui/Table";
import { useDraft, useEditor } from "../editor-context";
import { audienceOf } from "../model/audience";
import { bandsOf, type Band } from "../model/distribution";
import { TooLittleData } from "./AudiencePanel";
import { LiveFigures } from "./LiveFigures";
import styles from "./Panel.module.css";
import { ReferenceTable } from "./ReferenceTable";
import { LiveStatus } from "./LiveStatus";
import { usePreviewState } from "./use-preview";
import { panelMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { TWO_DECIMALS } from "../../../i18n/format";

type LastResult = Promise<GetPartitionSummaryResponse | undefined>;

/** Distribution of scores today, beside that of the last calculation, and the references. */
export function DistributionPanel(): ReactNode {
  const { formatMessage } = useIntl();
  const [{ channels }] = useDraft();
  const [chosen, setChosen] = useState<Channel>();
  const last = useLastResults(channels);
  const channel = chosen && channels.includes(chosen) ? chosen : channels[0];
  if (!channel) return null;
  return (
    <LiveFigures title={messages.distribution} distribution>
      {({ channels: previews }) => {
        const preview = previews[channel];
        return (
          <>
            {channels.length > 1 && (
              <Segmented
                aria-label={formatMessage(wordMessages.channel)}
                size="small"
                value={channel}
                options={channels.map((one) => ({ value: one, label: channelMessages[one] }))}
                onChange={setChosen}
              />
            )}
            {preview && (
              <Suspense fallback={<Skeleton rows={6} />}>
                <ChannelDistribution key={channel} channel={channel} preview={preview} last={last[channel]} />
              </Suspense>
            )}
          </>
        );
      }}
    </LiveFigures>
  );
}

/** The newest results of the scoring by channel, loaded once; none without a result or after a failure. */
function useLastResults(channels: readonly Channel[]): Partial<Record<Channel, LastResult>> {
  const api = useApi();
  const { scoring } = useEditor().data;
  const [results] = useState(() => {
    if (!scoring.lastGeneratedAt) return {};
    const load = (scoringType: Channel): LastResult =>
      clientOf(api, ReportService)
        .getPartitionSummary({ id: scoring.id, scoringType })
        .then(
          (answer) => answer,
          () => undefined,
        );
    return Object.fromEntries(channels.map((channel) => [channel, load(channel)]));
  });
  return results;
}

interface ChannelDistributionProps {
  readonly channel: Channel;
  readonly preview: ChannelPreview;
  readonly last: LastResult | undefined;
}

function ChannelDistribution({ channel, preview, last: loading }: ChannelDistributionProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { current } = usePreviewState();
  const last = loading && use(loading);
  const bands = bandsOf(preview, last);
  const { contacts, analysed } = audienceOf(preview.audience);
  const average = preview.distribution?.avgScoring;
  const words = channel === "web" ? messages.ofVisitors : messages.ofContacts;
  return (
    <>
      <p>
        <span className={styles["main"]}>
          <FormattedNumber value={analysed} />
        </span>{" "}
        <FormattedMessage {...words} values={{ count: contacts }} />
      </p>
      <TooLittleData preview={preview} />
      {bands ? (
        <>
          <div role="img" aria-label={formatMessage(messages.chart)}>
            <BandBars bands={bands} />
          </div>
          {last && bands.some(({ after, now }) => after !== now) && (
            <p className={styles["legend"]}>
              <span className={styles["outline"]} aria-hidden />
              <FormattedMessage {...messages.last} values={{ date: formatDay(last.generatedDate) }} />
            </p>
          )}
          <BandTable bands={bands} average={average} last={last} />
        </>
      ) : (
        <p className={styles["age"]}>
          <FormattedMessage {...messages.noDistribution} />
        </p>
      )}
      {channel === "web" && last && last.knownCount + last.unknownCount > 0 && (
        <p className={styles["age"]}>
          <FormattedMessage {...messages.known} values={{ known: last.knownCount, unknown: last.unknownCount }} />
        </p>
      )}
      <ReferenceTable channel={channel} preview={preview} />
      <LiveStatus
        text={
          current && average !== undefined
            ? formatMessage(messages.spokenAverage, { average: formatNumber(average, TWO_DECIMALS), analysed })
            : ""
        }
      />
    </>
  );
}

/** Five bars, the last result as an outline over those that differ from it. */
function BandBars({ bands }: { readonly bands: readonly Band[] }): ReactNode {
  const top = Math.max(1, ...bands.map(({ after, now = 0 }) => Math.max(after, now)));
  return (
    <div className="stack tight">
      {bands.map(({ key, min, max, after, now }, at) => (
        <div key={key} className={styles["band"]}>
          <span className="number">
            <FormattedMessage {...messages.range} values={{ min, max }} />
          </span>
          <div className={styles["track"]}>
            <div
              className={styles["fill"]}
              data-band={bands.length - at}
              style={{ width: `${(100 * after) / top}%` }}
            />
            {now !== undefined && now !== after && (
              <div className={styles["before"]} style={{ width: `${(100 * now) / top}%` }} />
            )}
          </div>
          <span className={`number ${styles["count"]}`}>
            <FormattedNumber value={after} />
          </span>
        </div>
      ))}
    </div>
  );
}

interface BandTableProps {
  readonly bands: readonly Band[];
  readonly average: number | undefined;
  readonly last: GetPartitionSummaryResponse | undefined;
}

/** The same numbers as a table; with a last result, the changes. */
function BandTable({ bands, average, last }: BandTableProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const change = (after?: number, now?: number, digits = {}): string | undefined =>
    now === undefined || after === undefined
      ? undefined
      : formatNumber(after - now, { signDisplay: "exceptZero", ...digits });
  const shown = (score?: number): string => (score === undefined ? "" : formatNumber(score, TWO_DECIMALS));
  const differs = last && (bands.some(({ after, now }) => after !== now) || shown(average) !== shown(last.avgScoring));
  return (
    <Details open={differs} summary={messages.numbers}>
      <Table
        look="figures"
        caption={messages.distribution}
        rows={bands}
        rowKey={({ key }) => key}
        columns={[
          {
            head: wordMessages.engagement,
            cell: ({ key }) => <FormattedMessage {...bandMessages[key]} />,
            foot: [formatMessage(messages.average)],
          },
          last && {
            head: messages.now,
            number: true,
            cell: ({ now }) => now,
            foot: [formatNumber(last.avgScoring, TWO_DECIMALS)],
          },
          {
            head: last ? messages.after : messages.count,
            number: true,
            cell: ({ after }) => after,
            foot: [average === undefined ? <NoValue /> : formatNumber(average, TWO_DECIMALS)],
          },
          last && {
            head: messages.change,
            number: true,
            cell: ({ after, now }) => change(after, now),
            foot: [change(average, last.avgScoring, TWO_DECIMALS) ?? <NoValue />],
          },
        ]}
      />
    </Details>
  );
}
