import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Card } from "../../../ui/Card";
import type { MessageChannel } from "../../../lib/channel";
import { LiveFigures } from "../panel/LiveFigures";
import { useLiveFigures } from "../panel/use-preview";
import { WeightBars } from "../panel/WeightBars";
import { stepPageMessages as messages } from "./messages";

interface DerivedWeightsProps {
  readonly channel: MessageChannel;
  /** Whether the shares add up to 100. */
  readonly ready: boolean;
}

/** The weights that the rules derive from the shares. */
export function DerivedWeights({ channel, ready }: DerivedWeightsProps): ReactNode {
  useLiveFigures(false);
  if (!ready) {
    return (
      <Card title={messages.derived}>
        <FormattedMessage {...messages.derivedLater} />
      </Card>
    );
  }
  return (
    <LiveFigures title={messages.derived} distribution={false}>
      {(answer) => <WeightBars weights={answer.channels[channel]?.weights ?? {}} />}
    </LiveFigures>
  );
}
