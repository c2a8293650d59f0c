import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { momentInWords, percent } from "../../i18n/format";
import { formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { PageLink } from "../../ui/PageLink";
import { SavedUnscorableNotice } from "../scoring-editor";
import { useMe } from "../session";
import { stateMessages as messages } from "./messages";
import { ACTIVE, DRAFT } from "../../lib/status";
import styles from "./ScoringTable.module.css";
import type { ScoringRow } from "./rows";
import { commonMessages } from "../../i18n/common-messages";
import { wordMessages } from "../../i18n/word-messages";

interface StateCellProps {
  readonly row: ScoringRow;
  readonly onRetry: () => void;
}

/** The outcome of the last calculation, in a few words. */
export function StateCell({ row, onRetry }: StateCellProps): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  const { state, generatedAt, history } = row;
  if (row.status === DRAFT) {
    return (
      <>
        <FormattedMessage {...messages.step} values={row.step} />
        {row.createdAt && (
          <Aside>
            <FormattedMessage {...messages.created} values={{ when: momentInWords(intl, row.createdAt, timeZone) }} />
          </Aside>
        )}
      </>
    );
  }
  const last = generatedAt && momentInWords(intl, generatedAt, timeZone);
  if (row.status !== ACTIVE) return last ?? <FormattedMessage {...messages.never} />;
  const earlier = history && history.done < history.total && (
    <Aside>
      <FormattedMessage {...messages.history} values={{ done: history.done, total: history.total }} />
    </Aside>
  );
  switch (state?.stage) {
    case "queued":
      return <FormattedMessage {...messages.queued} />;
    case "calculating":
      return (
        <>
          <FormattedMessage
            {...messages.calculating}
            values={{ percent: percent(intl, Math.floor(state.done * 100)) }}
          />
          {earlier}
        </>
      );
    case "failed":
    case "cancelled":
      return (
        <span className={state.stage === "failed" ? "wrong" : undefined}>
          <FormattedMessage {...messages[state.stage]} />{" "}
          <Button label={commonMessages.retry} type="link" size="small" onClick={onRetry} />
        </span>
      );
    case "skipped":
      return state.possibleFrom === "" ? (
        <>
          <FormattedMessage {...messages.noData} />
          <Aside>
            <PageLink label={wordMessages.uploadSendings} to={paths.uploadOf("engagement")} />
          </Aside>
        </>
      ) : (
        <FormattedMessage {...messages.tooLittle} values={{ date: formatDay(state.possibleFrom) }} />
      );
    default:
      return (
        <>
          {last ?? <FormattedMessage {...messages.never} />}
          {isEmpty(row) && <SavedUnscorableNotice scoringId={row.id} />}
          {earlier}
        </>
      );
  }
}

/** Whether it was calculated without any score. */
function isEmpty({ lines }: ScoringRow): boolean {
  return lines.length > 0 && lines.every(({ result }) => result?.count === 0);
}

/** Secondary text below. */
function Aside({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles["aside"]}>{children}</div>;
}
