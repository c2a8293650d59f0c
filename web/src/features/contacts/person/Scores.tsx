import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { ContactScore } from "../../../api/messages";
import { addDays, formatDay, formatDayMonth } from "../../../lib/dates";
import { PAGE_SIZES, pageWithin } from "../../../lib/page-sizes";
import { changeSearch } from "../../../lib/search";
import { usePreferenceStore } from "../../../stores/preference-store";
import { Button } from "../../../ui/Button";
import { Chart } from "../../../ui/charts/Chart";
import { LinePointer, Lines } from "../../../ui/charts/Lines";
import { Pager } from "../../../ui/Pager";
import { Table } from "../../../ui/Table";
import type { Choice } from "./model/score-choice";
import styles from "./Person.module.css";
import { scoresMessages as messages, whyMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The number of results listed at first; the chart above shows all. */
const NEWEST = 5;
/** A change is counted from the newest result that is at least so many days older, as in lists and reports. */
const SINCE_DAYS = 7;

interface ScoresProps {
  /** The oldest first. */
  readonly scores: readonly ContactScore[];
  readonly choice: Choice;
}

/** The scores of a contact, newest first; a date selects the result to explain. */
export function Scores({ scores, choice }: ScoresProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const pageSize = usePreferenceStore((state) => state.pageSize);
  const [all, setAll] = useState(choice.page > 1 || scores.length <= NEWEST + 1);
  if (scores.length === 0) return <FormattedMessage {...messages.never} />;
  const page = pageWithin(choice.page, scores.length, pageSize);
  const chosen = choice.date === "" ? scores.at(-1)?.generatedDate : choice.date;
  const show = (to: number): void =>
    void navigate({ search: changeSearch(search, { page: String(to) }) }, { replace: true, preventScrollReset: true });
  const rows = scores
    .map((score) => {
      const since = addDays(score.generatedDate, -SINCE_DAYS);
      return { score, before: scores.findLast(({ generatedDate }) => generatedDate <= since) };
    })
    .reverse();
  return (
    <>
      {scores.length > 1 && <Course scores={scores} />}
      <Table
        look="figures"
        short
        caption={messages.title}
        rows={all ? rows.slice((page - 1) * pageSize, page * pageSize) : rows.slice(0, NEWEST)}
        rowKey={({ score }) => score.generatedDate}
        columns={[
          {
            head: messages.date,
            cell: ({ score: { generatedDate } }) => (
              <Link
                to={{ search: changeSearch(search, { date: generatedDate }) }}
                replace
                preventScrollReset
                aria-label={formatMessage(messages.explain, { date: formatDay(generatedDate) })}
                aria-current={generatedDate === chosen ? "date" : undefined}
              >
                {formatDay(generatedDate)}
              </Link>
            ),
          },
          {
            head: wordMessages.score,
            number: true,
            cell: ({ score: { score, reason } }) =>
              score ?? (whyMessages[reason] && formatMessage(whyMessages[reason])),
          },
          {
            head: messages.change,
            label: false,
            number: true,
            cell: ({ score: { score }, before }) => {
              // The reason for no score also takes this column's space.
              if (score === undefined) return null;
              if (before?.score === undefined) return undefined;
              return (
                <span>
                  {formatNumber(score - before.score, { signDisplay: "exceptZero" })}{" "}
                  <span className="quiet">
                    <FormattedMessage {...messages.since} values={{ date: formatDayMonth(before.generatedDate) }} />
                  </span>
                </span>
              );
            },
          },
        ]}
      />
      {!all && (
        <div className={styles["all"]}>
          <Button size="small" onClick={() => setAll(true)}>
            <FormattedMessage {...messages.all} values={{ count: rows.length }} />
          </Button>
        </div>
      )}
      {all && rows.length > PAGE_SIZES[0] && (
        <Pager page={page} pageSize={pageSize} total={rows.length} onPage={show} onSize={() => show(1)} />
      )}
    </>
  );
}

/** The scores as a line with gaps where there is none. */
function Course({ scores }: { readonly scores: readonly ContactScore[] }): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage(messages.title);
  const course = {
    periods: scores.map(({ generatedDate }) => ({
      key: generatedDate,
      name: formatDayMonth(generatedDate),
      words: formatDay(generatedDate),
    })),
    lines: [
      {
        key: "score",
        name: formatMessage(wordMessages.score),
        values: scores.map(({ score }) => score),
        stroke: "var(--color-primary)",
      },
    ],
    valueTitle: formatMessage(wordMessages.score),
    nameTitle: formatMessage(messages.date),
    digits: 0,
    whole: true,
  };
  if (scores.every(({ score }) => score === undefined)) return null;
  return (
    // No address in the title, because a saved picture may be passed on.
    <Chart title={title} about="" height={220} pointer={<LinePointer {...course} title={title} />}>
      <Lines {...course} />
    </Chart>
  );
}
