import type { ReactNode } from "react";
import { SummaryFrame } from "./SummaryFrame";
import { WeightsSection } from "./SummarySections";
import { summaryMessages as messages } from "./summary-messages";

export { LeadSummaryPage as Component };

/** All of a lead scoring on one page, before it is started. */
function LeadSummaryPage(): ReactNode {
  return (
    <SummaryFrame lead={messages.lead}>
      <WeightsSection />
    </SummaryFrame>
  );
}
