import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useNavigate, useSearchParams } from "react-router";
import type { GetReceiptResponse } from "../../../api/messages";
import { componentMessages } from "../../../i18n/score-messages";
import { hasOpens } from "../../../lib/channel";
import { formatDay, formatMoment } from "../../../lib/dates";
import { changeSearch } from "../../../lib/search";
import { Checkbox } from "../../../ui/Checkbox";
import { NoValue } from "../../../ui/NoValue";
import { Notice } from "../../../ui/Notice";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import styles from "./Person.module.css";
import { pointsOf, receiptRows, scoreOf, type ReceiptRow } from "./model/receipt";
import { helpMessages, receiptMessages as messages, whyMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Explains a score: every number from counts to the score, or the reason for none. */
export function Receipt({ receipt }: { readonly receipt: GetReceiptResponse }): ReactNode {
  const { score, generatedDate } = receipt;
  if (score === undefined) return <NoScore receipt={receipt} />;
  return (
    <div className={styles["receipt"]}>
      <p className={styles["score"]}>
        <span className="muted">
          <FormattedMessage {...messages.of} values={{ date: formatDay(generatedDate) }} />
        </span>
        <strong className="figure">{score}</strong>
        <span className="muted">
          <FormattedMessage {...messages.outOf} />
        </span>
      </p>
      {receipt.factsChanged && (
        <Notice
          type="warning"
          role="note"
          title={messages.changed}
          description={
            <FormattedMessage
              {...messages.changedText}
              values={{ date: formatDay(generatedDate), score, now: scoreOf(receipt.points) }}
            />
          }
        />
      )}
      <Basis receipt={receipt} />
      <Parts receipt={receipt} />
    </div>
  );
}

function NoScore({ receipt: { reason, generatedDate } }: { readonly receipt: GetReceiptResponse }): ReactNode {
  const { formatMessage } = useIntl();
  const why = whyMessages[reason];
  const help = helpMessages[reason];
  return (
    <Notice
      type="info"
      role="note"
      title={
        <FormattedMessage
          {...messages.none}
          values={{ date: formatDay(generatedDate), reason: why ? formatMessage(why) : reason }}
        />
      }
      description={help}
    />
  );
}

function Basis({ receipt }: { readonly receipt: GetReceiptResponse }): ReactNode {
  const { timeZone } = useMe();
  const { firstDay, lastDay, daysAgo, percentile, calculatedAt, scoringType } = receipt;
  const { sent, delivered, opened, clicked } = receipt;
  return (
    <div className="muted">
      <p>
        <FormattedMessage
          {...messages.period}
          values={{
            from: formatDay(firstDay),
            to: formatDay(lastDay),
            days: daysAgo,
            percentile,
            at: calculatedAt ? formatMoment(timestampDate(calculatedAt), timeZone) : "",
          }}
        />
      </p>
      {scoringType !== "web" && (
        <p>
          <FormattedMessage
            {...(hasOpens(scoringType) ? messages.counts : messages.countsSms)}
            values={{ sent, delivered, opened, clicked }}
          />
        </p>
      )}
    </div>
  );
}

function Parts({ receipt }: { readonly receipt: GetReceiptResponse }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const exact = search.get("exact") === "1";
  const show = (all: boolean): void =>
    void navigate(
      { search: changeSearch(search, { exact: all ? "1" : undefined }) },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <Table
        look="facts"
        caption={messages.title}
        rows={receiptRows(receipt)}
        rowKey={({ component }) => component}
        columns={[
          {
            head: wordMessages.component,
            cell: ({ component }) => <FormattedMessage {...componentMessages[component]} />,
            foot: [formatMessage(wordMessages.total)],
          },
          {
            head: messages.result,
            number: true,
            cell: ({ count, of }) => (of === undefined ? count : formatMessage(messages.rate, { count, of })),
            foot: [
              <FormattedMessage
                {...messages.toScore}
                values={{
                  points: <Points millionths={receipt.points} exact={exact} />,
                  score: scoreOf(receipt.points),
                }}
              />,
            ],
          },
          { head: messages.reference, number: true, cell: (row) => <Reference row={row} /> },
          exact && {
            head: messages.fulfilment,
            number: true,
            cell: ({ fulfilment }) => <Points millionths={fulfilment} exact />,
          },
          { head: messages.weight, number: true, cell: ({ weight }) => weight },
          {
            head: messages.points,
            number: true,
            cell: ({ points }) => <Points millionths={points} exact={exact} />,
          },
        ]}
      />
      <div className={styles["foot"]}>
        <p className="muted">
          <FormattedMessage {...(exact ? messages.rounding : messages.roundingShort)} />
        </p>
        <Checkbox checked={exact} onChange={show}>
          {formatMessage(messages.exact)}
        </Checkbox>
      </div>
    </>
  );
}

/** The reference that earns full marks, and the size of its sample. */
function Reference({ row: { reference, sample, thin } }: { readonly row: ReceiptRow }): ReactNode {
  if (reference === "") return <FormattedMessage {...messages.noReference} />;
  return (
    <span>
      {reference}{" "}
      <span className="muted">
        {sample > 0 ? <FormattedMessage {...messages.sample} values={{ sample }} /> : <NoValue />}
      </span>
      {thin && (
        <>
          {" "}
          <Tag label={messages.thin} color="warning" />
        </>
      )}
    </span>
  );
}

function Points({ millionths, exact }: { readonly millionths: number; readonly exact: boolean }): ReactNode {
  const digits = exact ? 6 : 2;
  return (
    <FormattedNumber
      value={pointsOf(millionths, exact)}
      minimumFractionDigits={digits}
      maximumFractionDigits={digits}
    />
  );
}
