import GlobalOutlined from "@ant-design/icons-svg/es/asn/GlobalOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { faultMessage } from "../../../i18n/fault-message";
import { componentMessages } from "../../../i18n/score-messages";
import { formatDay } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { EVENTS } from "../../../lib/score-parts";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { Icon } from "../../../ui/Icon";
import { Notice } from "../../../ui/Notice";
import { PageLink } from "../../../ui/PageLink";
import { StatePanel } from "../../../ui/StatePanel";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { StepFrame } from "../frame/StepFrame";
import { eventShares, risingShares, takeUid, trackedUids, withEventShares } from "../model/lead";
import { AudiencePanel, AudienceStrip } from "../panel/AudiencePanel";
import { useLiveFigures } from "../panel/use-preview";
import { useToday } from "../panel/use-today";
import percent from "../parts/Percent.module.css";
import { PercentRow } from "../parts/PercentRow";
import { SumLine } from "../parts/SumLine";
import styles from "./Events.module.css";
import { leadMessages as messages } from "./summary-messages";
import { wordMessages } from "../../../i18n/word-messages";
import { scoringFaultMessages } from "../../../i18n/scoring-fault-messages";

export { EventsPage as Component };

/** The events of website visitors and their shares; without tracking, the missing parts. */
function EventsPage(): ReactNode {
  useLiveFigures(false);
  const { lead } = useEditor().data;
  const [draft] = useDraft();
  const sum = Object.values(eventShares(draft)).reduce((all, share) => all + share, 0);
  if (!lead?.available) {
    return (
      <StepFrame problem={messages.missingText}>
        <Missing />
      </StepFrame>
    );
  }
  const problem =
    draft.sources.length === 0 ? (
      <FormattedMessage {...messages.noWebsite} />
    ) : (
      sum !== 100 && <FormattedMessage {...scoringFaultMessages.sum} />
    );
  return (
    <StepFrame lead={messages.lead} problem={problem} panel={<AudiencePanel />} strip={<AudienceStrip />}>
      {(tried) => (
        <>
          <CompleteFrom />
          <Shares sum={sum} invalid={tried && sum !== 100} />
          <Websites />
        </>
      )}
    </StepFrame>
  );
}

/** The missing parts of lead scoring, with links to set them up. */
function Missing(): ReactNode {
  const { lead } = useEditor().data;
  return (
    <Card>
      <StatePanel
        icon={<Icon of={GlobalOutlined} />}
        title={faultMessage({ reason: lead?.reason ?? "SCORING_WEBSITES_MISSING", httpStatus: 400 })}
        text={messages.missingText}
        actions={<PageLink label={messages.settings} to={paths.settings} />}
      />
    </Card>
  );
}

function CompleteFrom(): ReactNode {
  const from = useEditor().data.lead?.completeFrom ?? "";
  const today = useToday();
  if (from <= today) return null;
  const title = <FormattedMessage {...messages.completeFrom} values={{ date: formatDay(from) }} />;
  return <Notice type="info" role="note" title={title} />;
}

/** The share of each tracked type of event in the score. */
function Shares({ sum, invalid }: { readonly sum: number; readonly invalid: boolean }): ReactNode {
  const { formatMessage, formatList } = useIntl();
  const { lead } = useEditor().data;
  const [draft, change] = useDraft();
  const shares = eventShares(draft);
  const readOnly = useReadOnly();
  const tracked = EVENTS.filter((type) => lead?.trackedEventTypes.includes(type));
  const others = EVENTS.filter((type) => !tracked.includes(type));
  const put = (next: Readonly<Record<string, number>>): void => change(withEventShares(draft, next));
  const without = (type: string): Readonly<Record<string, number>> =>
    Object.fromEntries(Object.entries(shares).filter(([name]) => name !== type));
  return (
    <Card title={messages.shares} description={messages.sharesHint}>
      <div className={percent["rows"]}>
        {tracked.map((type) => (
          <PercentRow
            key={type}
            label={formatMessage(componentMessages[type])}
            value={shares[type] ?? 0}
            readOnly={readOnly}
            invalid={invalid}
            onChange={(share) => put({ ...shares, [type]: share ?? 0 })}
          />
        ))}
      </div>
      <SumLine sum={sum}>
        {!readOnly && lead && (
          <>
            {tracked.length > 1 && (
              <Button label={messages.rising} size="small" onClick={() => put(risingShares(tracked))} />
            )}
            <Button label={messages.even} size="small" onClick={() => put(lead.shares)} />
          </>
        )}
      </SumLine>
      {!readOnly && tracked.length > 1 && (
        <p className={styles["why"]}>
          <FormattedMessage {...messages.risingText} />
        </p>
      )}
      {others.length > 0 && (
        <div className={styles["rest"]}>
          {others
            .filter((type) => (shares[type] ?? 0) > 0)
            .map((type) => (
              <p key={type} className={styles["gone"]}>
                <FormattedMessage
                  {...messages.untrackedShare}
                  values={{ event: formatMessage(componentMessages[type]), share: shares[type] }}
                />
                {!readOnly && <Button label={messages.drop} size="small" onClick={() => put(without(type))} />}
              </p>
            ))}
          <p>
            <FormattedMessage
              {...messages.untracked}
              values={{ events: formatList(others.map((type) => formatMessage(componentMessages[type]))) }}
            />{" "}
            <PageLink label={messages.toSettings} to={paths.settings} />
          </p>
        </div>
      )}
    </Card>
  );
}

/** The websites whose visitors are scored: the uids with a tracked website; a choice only if there are several. */
function Websites(): ReactNode {
  const { websites } = useEditor().data;
  const { formatList } = useIntl();
  const [draft, change] = useDraft();
  const readOnly = useReadOnly();
  const uids = trackedUids(websites);
  if (uids.length < 2) return null;
  return (
    <Card title={wordMessages.websites}>
      <fieldset disabled={readOnly} className={styles["websites"]}>
        {uids.map((uid) => (
          <Checkbox
            key={uid}
            checked={draft.sources.some((source) => source.uid === uid)}
            onChange={(on) => change({ sources: takeUid(draft.sources, uid, on) })}
          >
            <FormattedMessage
              {...messages.website}
              values={{
                uid,
                domains: formatList(
                  websites.filter((one) => one.uid === uid && one.domain !== "").map(({ domain }) => domain),
                ),
              }}
            />
          </Checkbox>
        ))}
      </fieldset>
    </Card>
  );
}
