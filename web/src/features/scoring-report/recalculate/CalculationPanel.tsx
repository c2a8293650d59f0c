import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useStore } from "zustand";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { Card } from "../../../ui/Card";
import { CalculationProgress, type CalculationStore, progressMessages } from "../../calculation";
import { calculationMessages } from "./messages";
import { Notice } from "../../../ui/Notice";
import { Button } from "../../../ui/Button";

interface CalculationPanelProps {
  readonly store: CalculationStore;
  readonly onRetry: () => void;
}

/** The progress of the calculation started here, by channel. */
export function CalculationPanel({ store, onRetry }: CalculationPanelProps): ReactNode {
  const { phase, channels, fault } = useStore(store);
  if (phase === "idle") return null;
  if (phase === "failed" && fault) {
    return (
      <Notice
        type="error"
        title={faultMessage(fault)}
        action={<Button label={commonMessages.retry} size="small" onClick={onRetry} />}
      />
    );
  }
  const finished = phase === "finished";
  return (
    <Card
      title={finished ? progressMessages.ended : calculationMessages.title}
      extra={
        finished && (
          <Button label={commonMessages.close} size="small" onClick={() => store.setState({ phase: "idle" })} />
        )
      }
    >
      {channels.length === 0 && <FormattedMessage {...calculationMessages.starting} />}
      <CalculationProgress channels={channels} finished={finished} />
    </Card>
  );
}
