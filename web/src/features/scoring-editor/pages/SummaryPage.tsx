import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { useReadOnly } from "../editor-context";
import { OneWayDialog } from "./OneWayDialog";
import { SummaryFrame } from "./SummaryFrame";
import { WeightsSection } from "./SummarySections";
import { summaryMessages as messages } from "./summary-messages";

export { SummaryPage as Component };

/** All of a guided scoring on one page, before it is started. */
function SummaryPage(): ReactNode {
  const readOnly = useReadOnly();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <SummaryFrame lead={messages.lead}>
        <WeightsSection
          action={!readOnly && <Button label={messages.ownWeights} size="small" onClick={() => setAsking(true)} />}
        />
      </SummaryFrame>
      {asking && <OneWayDialog onClose={() => setAsking(false)} />}
    </>
  );
}
