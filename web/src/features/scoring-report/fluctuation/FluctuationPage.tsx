import SwapOutlined from "@ant-design/icons-svg/es/asn/SwapOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useSearchParams } from "react-router";
import type { GetFluctuationResponse } from "../../../api/messages";
import { formatDay } from "../../../lib/dates";
import { changeSearch } from "../../../lib/search";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Chart } from "../../../ui/charts/Chart";
import { Icon } from "../../../ui/Icon";
import { PagePart } from "../../../ui/PagePart";
import { Notice } from "../../../ui/Notice";
import { LabelledSelect } from "../../../ui/LabelledSelect";
import { StatePanel } from "../../../ui/StatePanel";
import { Table } from "../../../ui/Table";
import { useShow } from "../../../ui/use-show";
import { DownloadButton } from "../download/DownloadButton";
import { downloadMessages } from "../download/messages";
import { useAbout } from "../report/use-about";
import { useReport } from "../report/use-report";
import { FlowDrawing, FlowPointer } from "./FlowDrawing";
import styles from "./Fluctuation.module.css";
import type { FluctuationData } from "./loader";
import { BandMovesTable } from "./BandMovesTable";
import { Matrix } from "./Matrix";
import { movementOf, type Movement } from "./movement";
import { reasonWords } from "./reason-words";
import { fluctuationMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

export { fluctuationLoader as loader } from "./loader";
export { FluctuationPage as Component };

/** The movement between the bands from one result to a later one. */
function FluctuationPage(): ReactNode {
  const { fluctuation } = useLoaderData<FluctuationData>();
  const { dates } = useReport();
  const reason = fluctuation.fault?.reason;
  if (reason === "REPORT_NOT_FOUND" && dates.length < 2) {
    return (
      <Card>
        <StatePanel icon={<Icon of={SwapOutlined} />} title={messages.oneDate} text={messages.oneDateText} />
      </Card>
    );
  }
  if (reason === "RANGE_INVALID" || reason === "REPORT_NOT_FOUND") return <WrongDays />;
  return (
    <PagePart of={fluctuation}>
      {(answer) => (
        <div className="stack">
          <Days answer={answer} />
          <FluctuationParts answer={answer} />
        </div>
      )}
    </PagePart>
  );
}

/** The days in the address are not two results in order. */
function WrongDays(): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const show = (): void =>
    void navigate({ search: changeSearch(search, { from: undefined, to: undefined }) }, { preventScrollReset: true });
  return (
    <Card>
      <StatePanel
        alert
        icon={<Icon of={SwapOutlined} />}
        title={messages.order}
        actions={<Button label={messages.reset} type="primary" onClick={show} />}
      />
    </Card>
  );
}

/** The movement, on screen and on paper. */
export function FluctuationParts({ answer }: { readonly answer: GetFluctuationResponse }): ReactNode {
  const { formatMessage } = useIntl();
  const about = useAbout();
  const [held, hold] = useState<string>();
  const [whole, showWhole] = useState(false);
  const movement = movementOf(answer);
  const [from, to] = [formatDay(answer.from), formatDay(answer.to)];
  const flow = { movement, from, to, held };
  const places = 5 + Math.max(movement.enteredBy.length, movement.leftBy.length);
  return (
    <>
      {answer.changedOn !== "" && (
        <Notice
          type="warning"
          role="note"
          title={<FormattedMessage {...messages.changed} values={{ date: formatDay(answer.changedOn) }} />}
          description={messages.changedText}
        />
      )}
      <div className={styles["sentence"]}>
        <p className={styles["summary"]}>
          <FormattedMessage
            {...messages.summary}
            values={{ up: movement.up, down: movement.down, unchanged: movement.unchanged }}
          />
        </p>
        <p className="quiet">
          <FormattedMessage {...messages.summaryText} values={{ from, to }} />
        </p>
      </div>
      <div className={styles["flow"]}>
        <Card
          title={messages.title}
          description={
            <span data-screen>
              <FormattedMessage {...messages.flowText} />
            </span>
          }
        >
          <Chart
            title={formatMessage(messages.title)}
            about={`${about} · ${from} – ${to}`}
            height={280 + 44 * places}
            pointer={<FlowPointer {...flow} onHold={hold} />}
          >
            <FlowDrawing {...flow} />
          </Chart>
        </Card>
      </div>
      <div className={`on-phones ${styles["phone"]}`}>
        <Card title={messages.moves} description={<FormattedMessage {...messages.movesText} values={{ from }} />}>
          <BandMovesTable movement={movement} from={answer.from} />
          {!whole && <Button label={messages.all} size="small" onClick={() => showWhole(true)} />}
        </Card>
      </div>
      <div className={styles["whole"]} data-open={whole}>
        <Card title={messages.matrix} description={<FormattedMessage {...messages.matrixText} values={{ from, to }} />}>
          <Matrix movement={movement} />
        </Card>
      </div>
      <Crossings answer={answer} movement={movement} />
    </>
  );
}

/** The choice of the two results; both are in the address. */
function Days({ answer: { from, to } }: { readonly answer: GetFluctuationResponse }): ReactNode {
  const { dates } = useReport();
  const change = useShow({});
  // Days of the response that are missing in the address, and later choices.
  const show = (some: Readonly<Record<string, string>>): void =>
    change((search) => changeSearch(search, { from: search.get("from") ?? from, to: search.get("to") ?? to, ...some }));
  const options = (days: readonly string[]) => days.map((value) => ({ value, label: formatDay(value) }));
  return (
    <div className={styles["days"]}>
      <LabelledSelect
        label={messages.from}
        value={from}
        options={options(dates.filter((day) => day < to))}
        onChange={(day) => show({ from: day })}
      />
      <LabelledSelect
        label={messages.to}
        value={to}
        options={options(dates.filter((day) => day > from))}
        onChange={(day) => show({ to: day })}
      />
      <DownloadButton changes={{ from, to }}>
        <FormattedMessage {...downloadMessages.changes} />
      </DownloadButton>
    </div>
  );
}

interface CrossingsProps {
  readonly answer: GetFluctuationResponse;
  readonly movement: Movement;
}

/** The reasons why contacts have a score on only one of the days. */
function Crossings({ answer, movement: { enteredBy, leftBy } }: CrossingsProps): ReactNode {
  const intl = useIntl();
  const { channel } = useReport();
  const [from, to] = [formatDay(answer.from), formatDay(answer.to)];
  const reasons = [...new Set([...enteredBy, ...leftBy].map(({ reason }) => reason))];
  const countOf = (list: Movement["enteredBy"], wanted: string): number =>
    list.find(({ reason }) => reason === wanted)?.count ?? 0;
  // Without a reason the card would repeat two sums of the matrix.
  if (reasons.length === 1 && reasons[0] === "" && answer.neither === 0) return null;
  return (
    <Card
      title={messages.crossings}
      description={<FormattedMessage {...messages.crossingsText} values={{ from, to }} />}
    >
      {reasons.length === 0 ? (
        <FormattedMessage {...messages.noCrossings} />
      ) : (
        <Table
          look="narrow"
          caption={messages.crossings}
          rows={reasons}
          rowKey={(reason) => reason}
          columns={[
            { head: wordMessages.reason, wrap: true, cell: (reason) => reasonWords(intl, reason, channel) },
            { head: messages.entered, number: true, cell: (reason) => countOf(enteredBy, reason) },
            { head: messages.left, number: true, cell: (reason) => countOf(leftBy, reason) },
          ]}
        />
      )}
      {answer.neither > 0 && (
        <p className="quiet">
          <FormattedMessage {...messages.neither} values={{ count: answer.neither }} />
        </p>
      )}
    </Card>
  );
}
