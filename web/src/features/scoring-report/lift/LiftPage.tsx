import ClockCircleOutlined from "@ant-design/icons-svg/es/asn/ClockCircleOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useLoaderData } from "react-router";
import type { GetLiftResponse } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { percent, percentInColumn } from "../../../i18n/format";
import { formatDay } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { bandFill } from "../../../ui/charts/band-colors";
import { Chart } from "../../../ui/charts/Chart";
import { Columns } from "../../../ui/charts/Columns";
import { Icon } from "../../../ui/Icon";
import { PagePart } from "../../../ui/PagePart";
import { StatePanel } from "../../../ui/StatePanel";
import { Table, type Column } from "../../../ui/Table";
import { reportMessages } from "../report/messages";
import { useReport } from "../report/use-report";
import { useShow } from "../../../ui/use-show";
import { deedsOf, liftRows, verdictOf, type Deed, type LiftRow } from "./lift";
import styles from "./Lift.module.css";
import type { LiftData } from "./loader";
import { deedMessages, liftMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

export { liftLoader as loader } from "./loader";
export { LiftPage as Component };

/** The value of the score: the later engagement of scored contacts. */
function LiftPage(): ReactNode {
  const { lift, instead } = useLoaderData<LiftData>();
  return (
    <PagePart of={lift}>
      {(answer) => (answer.items.length === 0 ? <Early answer={answer} instead={instead} /> : <Lift answer={answer} />)}
    </PagePart>
  );
}

function Early({ answer, instead }: { readonly answer: GetLiftResponse; readonly instead: string }): ReactNode {
  const show = useShow({});
  return (
    <Card>
      <StatePanel
        icon={<Icon of={ClockCircleOutlined} />}
        title={<FormattedMessage {...messages.early} values={{ date: formatDay(answer.completeOn) }} />}
        text={<FormattedMessage {...messages.earlyText} values={{ date: formatDay(answer.generatedDate) }} />}
        actions={
          instead !== "" && (
            <Button type="primary" onClick={() => show({ date: instead })}>
              <FormattedMessage {...messages.see} values={{ date: formatDay(instead) }} />
            </Button>
          )
        }
      />
    </Card>
  );
}

/** The lift, on screen and on paper. */
export function Lift({ answer }: { readonly answer: GetLiftResponse }): ReactNode {
  const { formatMessage } = useIntl();
  const { channel, scoring } = useReport();
  const rows = liftRows(answer, channel);
  const web = channel === "web";
  const verdict = verdictOf(rows, channel);
  const deed: Deed = verdict.kind === "rising" || verdict.kind === "flat" ? verdict.deed : web ? "pageView" : "clicked";
  const { generatedDate, from, to } = answer;
  const days = { date: formatDay(generatedDate), from: formatDay(from), to: formatDay(to) };
  // Not that of the frame: the days follow an earlier result.
  const about = [
    scoring.name,
    formatMessage(channelMessages[channel]),
    days.date,
    formatMessage(reportMessages.aboutPeriod, days),
  ].join(" · ");
  return (
    <div className="stack">
      <div>
        <Sentence verdict={verdict} web={web} />
        <p className="muted">
          <FormattedMessage {...(web ? messages.basisWeb : messages.basis)} values={days} />
        </p>
      </div>
      <Card title={messages.title}>
        <Chart title={formatMessage(messages.title)} about={about}>
          <Shares rows={rows} deed={deed} />
        </Chart>
        <LiftTable rows={rows} channel={channel} />
      </Card>
    </div>
  );
}

function Sentence({
  verdict,
  web,
}: {
  readonly verdict: ReturnType<typeof verdictOf>;
  readonly web: boolean;
}): ReactNode {
  const { formatNumber } = useIntl();
  const range = ({ min, max }: LiftRow): ReactNode => <span className="one-line">{`${min}–${max}`}</span>;
  const line = (words: ReactNode): ReactNode => <p className={styles["sentence"]}>{words}</p>;
  switch (verdict.kind) {
    case "rising": {
      const { deed, high, low, times } = verdict;
      const values = { deed, high: range(high), low: range(low) };
      if (times === undefined) return line(<FormattedMessage {...messages.onlyHigh} values={values} />);
      const text = formatNumber(times, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
      return line(<FormattedMessage {...messages.rising} values={{ ...values, times: text }} />);
    }
    case "flat":
      return (
        <>
          {line(<FormattedMessage {...messages.flat} values={{ deed: verdict.deed }} />)}
          <p>
            <FormattedMessage {...messages.flatText} />
          </p>
        </>
      );
    case "noResponses":
      return line(<FormattedMessage {...messages.noResponses} />);
    case "unknown":
      return line(<FormattedMessage {...(web ? messages.unknownWeb : messages.unknown)} />);
  }
}

/** The share described in the sentence, by band. */
function Shares({ rows, deed }: { readonly rows: readonly LiftRow[]; readonly deed: Deed }): ReactNode {
  const intl = useIntl();
  const bars = rows.map(({ key, min, max, deeds }, band) => {
    const value = deeds.find((one) => one.deed === deed)?.percent ?? 0;
    return { key, name: `${min}–${max}`, value, words: percentInColumn(intl, value), ...bandFill(band) };
  });
  return (
    <Columns
      bars={bars}
      valueTitle={intl.formatMessage(messages.axis, { deed: intl.formatMessage(deedMessages[deed]) })}
      nameTitle={intl.formatMessage(wordMessages.score)}
      format={(share) => percent(intl, share)}
    />
  );
}

/** A row for each band. Of the acts on a website a phone shows the first and the last, the others on request. */
function LiftTable({ rows, channel }: { readonly rows: readonly LiftRow[]; readonly channel: string }): ReactNode {
  const [all, showAll] = useState(false);
  const short = channel === "web" && !all;
  return (
    <>
      <Table
        look={all ? "figures" : "narrow"}
        className={short ? styles["short"] : undefined}
        caption={messages.title}
        rows={[...rows].reverse()}
        rowKey={({ key }) => key}
        columns={[
          { head: wordMessages.score, cell: ({ min, max }) => `${min}–${max}` },
          { head: messages.scored, number: true, cell: ({ scored }) => scored },
          channel !== "web" && { head: messages.reached, number: true, cell: ({ base }) => base },
          ...deedsOf(channel).map((deed, at): Column<LiftRow> => ({
            head: deedMessages[deed],
            number: true,
            cell: ({ deeds }) => deeds[at] && <Share of={deeds[at]} />,
          })),
        ]}
      />
      {short && (
        <Button
          label={messages.allDeeds}
          size="small"
          className={styles["unfold"] ?? ""}
          onClick={() => showAll(true)}
        />
      )}
    </>
  );
}

function Share({ of: { count, percent: share } }: { readonly of: LiftRow["deeds"][number] }): ReactNode {
  const intl = useIntl();
  return (
    <>
      <FormattedNumber value={count} />
      <span className={styles["rate"]}>{percentInColumn(intl, share)}</span>
    </>
  );
}
