import type { ReactNode } from "react";
import { StepFrame } from "../frame/StepFrame";
import { AudienceStrip } from "../panel/AudiencePanel";
import { DistributionPanel } from "../panel/DistributionPanel";
import { useLiveFigures } from "../panel/use-preview";
import { useUnscorable } from "../unscorable/use-unscorable";
import { PastSection } from "../past/PastSection";
import { FeaturesSection } from "./SummaryFeatures";
import { FinishButtons, Problems } from "./SummaryFinish";
import { ChoicesSection, HistorySection, RangeSection, WeightsSection } from "./SummarySections";
import { summaryMessages as messages } from "./summary-messages";

export { LeadSummaryPage as Component };

/** All of a lead scoring on one page, before it is started. */
function LeadSummaryPage(): ReactNode {
  useLiveFigures(true);
  return (
    <StepFrame
      lead={messages.lead}
      unscorable={useUnscorable()}
      panel={<DistributionPanel />}
      strip={<AudienceStrip />}
      primary={<FinishButtons />}
    >
      <Problems />
      <RangeSection />
      <WeightsSection />
      <PastSection />
      <ChoicesSection />
      <FeaturesSection />
      <HistorySection />
    </StepFrame>
  );
}
