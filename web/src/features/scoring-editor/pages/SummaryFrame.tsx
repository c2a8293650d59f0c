import type { ReactNode } from "react";
import type { Message } from "../../../i18n/define-messages";
import { StepFrame } from "../frame/StepFrame";
import { DistributionPanel } from "../panel/DistributionPanel";
import { useLiveFigures } from "../panel/use-preview";
import { PastSection } from "../past/PastSection";
import { useUnscorable } from "../unscorable/use-unscorable";
import { FeaturesSection } from "./SummaryFeatures";
import { FinishButtons, Problems } from "./SummaryFinish";
import { ChoicesSection, HistorySection, RangeSection } from "./SummarySections";

interface SummaryFrameProps {
  readonly lead: Message;
  /** The weights. */
  readonly children: ReactNode;
}

/** The last page of the editor: the weights, and everything else that a scoring needs before it is started. */
export function SummaryFrame({ lead, children }: SummaryFrameProps): ReactNode {
  useLiveFigures(true);
  return (
    <StepFrame lead={lead} unscorable={useUnscorable()} panel={<DistributionPanel />} primary={<FinishButtons />}>
      <Problems />
      <RangeSection />
      {children}
      <PastSection />
      <ChoicesSection />
      <FeaturesSection />
      <HistorySection />
    </StepFrame>
  );
}
