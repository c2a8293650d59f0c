import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { useReadOnly } from "../editor-context";
import { StepFrame } from "../frame/StepFrame";
import { useUnscorable } from "../unscorable/use-unscorable";
import { PastSection } from "../past/PastSection";
import { AudienceStrip } from "../panel/AudiencePanel";
import { DistributionPanel } from "../panel/DistributionPanel";
import { useLiveFigures } from "../panel/use-preview";
import { OneWayDialog } from "./OneWayDialog";
import { FeaturesSection } from "./SummaryFeatures";
import { FinishButtons, Problems } from "./SummaryFinish";
import { ChoicesSection, HistorySection, RangeSection, WeightsSection } from "./SummarySections";
import { summaryMessages as messages } from "./summary-messages";

export { SummaryPage as Component };

/** All of a guided scoring on one page, before it is started. */
function SummaryPage(): ReactNode {
  useLiveFigures(true);
  const readOnly = useReadOnly();
  const [asking, setAsking] = useState(false);
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
      <WeightsSection
        action={!readOnly && <Button label={messages.ownWeights} size="small" onClick={() => setAsking(true)} />}
      />
      <PastSection />
      <ChoicesSection />
      <FeaturesSection />
      <HistorySection />
      {asking && <OneWayDialog onClose={() => setAsking(false)} />}
    </StepFrame>
  );
}
