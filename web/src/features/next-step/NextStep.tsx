import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useApi } from "../../api/api-context";
import { settle, type Settled } from "../../api/settled";
import { wordMessages } from "../../i18n/word-messages";
import { dayOf, formatDay } from "../../lib/dates";
import { DAYS_NEEDED, nextStep } from "../../lib/first-way";
import { paths } from "../../lib/paths";
import { Notice } from "../../ui/Notice";
import { PageButton } from "../../ui/PageLink";
import { Skeleton } from "../../ui/Skeleton";
import { UnscorableNotice } from "../scoring-editor";
import { useMe } from "../session";
import { loadFacts, type Facts } from "./facts";
import { stepMessages } from "./messages";

interface NextStepProps {
  /** No other action of the page is more important; but reports do not hold the new data yet. */
  readonly primary: boolean;
}

/** The next step of the account after a receipt. The page is complete without it. */
export function NextStep({ primary }: NextStepProps): ReactNode {
  const api = useApi();
  const [asked] = useState(() => settle(loadFacts(api)));
  return (
    <Suspense fallback={<Skeleton rows={1} />}>
      <Known asked={asked} primary={primary} />
    </Suspense>
  );
}

function Known({ asked, primary }: NextStepProps & { readonly asked: Promise<Settled<Facts>> }): ReactNode {
  const { timeZone } = useMe();
  const { value: facts } = use(asked);
  if (!facts) return null;
  if (facts.blocked.length > 0) return <UnscorableNotice channels={facts.blocked} />;
  const step = nextStep(facts, dayOf(new Date(), timeZone));
  const { to, act } = {
    contacts: { to: paths.uploadOf("contacts"), act: wordMessages.uploadContacts },
    sendings: { to: paths.uploadOf("engagement"), act: wordMessages.uploadSendings },
    scoring: { to: paths.scoringChannel, act: wordMessages.calculateScoring },
    report: { to: paths.reports, act: stepMessages.toReports },
  }[step];
  const early = step === "sendings" && facts.days > 0;
  return (
    <Notice
      type="info"
      role="status"
      title={
        <FormattedMessage
          {...(early ? stepMessages.early : stepMessages[step])}
          values={{ days: facts.days, of: DAYS_NEEDED, date: formatDay(facts.possibleFrom) }}
        />
      }
      action={<PageButton label={act} type={primary && step !== "report" ? "primary" : "default"} to={to} />}
    />
  );
}
