import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import { addDays, dayOf } from "../../../lib/dates";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { FaultAlert } from "../../../ui/FaultAlert";
import { useSubmission } from "../../../ui/use-submission";
import { useMe } from "../../session";
import { countSent } from "../actions/count-sent";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { usePage } from "../frame/navigation";
import { StepFrame } from "../frame/StepFrame";
import { evenShares } from "../model/draft";
import { categoriesOf, mendOf, setShare, sharesByCounts, sharesIn, sumOf, withShares } from "../model/shares";
import { channelOf } from "../model/steps";
import percent from "../parts/Percent.module.css";
import { PercentRow } from "../parts/PercentRow";
import { SumLine } from "../parts/SumLine";
import { DerivedWeights } from "./DerivedWeights";
import { stepPageMessages as messages } from "./messages";
import { typeMessages } from "../../../i18n/score-messages";
import { scoringFaultMessages } from "../../../i18n/scoring-fault-messages";

export { SharesPage as Component };

/** The shares of one channel's message types: the weights follow from them. */
function SharesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useEditor();
  const [draft, change] = useDraft();
  const channel = channelOf(usePage()) ?? "mailing";
  const categories = categoriesOf(channel, data.constants);
  const shares = sharesIn(draft, channel);
  const sum = sumOf(shares);
  const readOnly = useReadOnly();
  const mend = mendOf(shares, categories);
  const nameOf = (type: string): string => {
    const message = typeMessages[type];
    return message ? formatMessage(message) : type;
  };
  const set = (type: string, share: number): void =>
    change(withShares(draft, channel, setShare(shares, categories, type, share)));
  const api = useApi();
  const { timeZone } = useMe();
  const reading = useSubmission<undefined>(async () => {
    const sent = await countSent(api, channel, shares.types, addDays(dayOf(new Date(), timeZone), -draft.daysAgo));
    const counts = categories.map((type) => sent[shares.types.indexOf(type)] ?? 0);
    const count = counts.reduce((total, one) => total + one, 0);
    if (count > 0) change((now) => withShares(now, channel, sharesByCounts(sharesIn(now, channel), counts)));
    showSnackbar({
      message: count > 0 ? messages.sharesSent : messages.nothingSent,
      values: { count, days: draft.daysAgo },
    });
  });
  return (
    <StepFrame
      lead={messages.sharesLead}
      problem={sum !== 100 && scoringFaultMessages.sum}
      panel={<DerivedWeights channel={channel} ready={sum === 100} />}
      strip={<FormattedMessage {...messages.derived} />}
    >
      {(tried) => (
        <Card>
          <div className={percent["rows"]}>
            {categories.map((type, at) =>
              shares.types.includes(type) ? (
                <PercentRow
                  key={type}
                  label={nameOf(type)}
                  value={shares.shares[at] ?? 0}
                  readOnly={readOnly}
                  invalid={tried && sum !== 100}
                  onChange={(share) => set(type, share ?? 0)}
                />
              ) : null,
            )}
          </div>
          <SumLine sum={sum}>
            {mend && !readOnly && (
              <Button
                size="small"
                onClick={() => set(mend.type, (shares.shares[categories.indexOf(mend.type)] ?? 0) + mend.by)}
              >
                <FormattedMessage
                  {...(mend.by > 0 ? messages.add : messages.take)}
                  values={{ share: Math.abs(mend.by), type: nameOf(mend.type) }}
                />
              </Button>
            )}
            {!readOnly && (
              <>
                <Button
                  label={messages.asSent}
                  size="small"
                  loading={reading.busy}
                  onClick={() => void reading.submit(undefined)}
                />
                <Button
                  label={messages.even}
                  size="small"
                  onClick={() => change(withShares(draft, channel, evenShares(shares.types, categories)))}
                />
              </>
            )}
          </SumLine>
          {reading.fault && <FaultAlert fault={reading.fault} />}
        </Card>
      )}
    </StepFrame>
  );
}
