import type { GetPredefinedWeightsResponse, PreviewScoringResponse } from "../../../api/messages";
import { DRAFT } from "../../../lib/status";
import { customDefaults, type Draft, type Weights } from "./draft";

/** The step of weights on the way of own weights. */
const WEIGHTS_STEP = 3;

/** First own weights after the guided way: those that follow from the shares, where they do. */
export function beginning(
  draft: Draft,
  answer: PreviewScoringResponse | undefined,
  constants: GetPredefinedWeightsResponse,
): Readonly<Record<"mailing" | "sms", Weights>> {
  const of = (channel: "mailing" | "sms"): Weights => {
    const derived = { ...answer?.channels[channel]?.weights };
    return draft.channels.includes(channel) && sumOfWeights(derived) === 100
      ? derived
      : customDefaults(channel, constants);
  };
  return { mailing: of("mailing"), sms: of("sms") };
}

/** Leaves the guided way for good. */
export function toOwnWeights(draft: Draft, weights: ReturnType<typeof beginning>): Partial<Draft> {
  return {
    guided: false,
    step: draft.status === DRAFT ? WEIGHTS_STEP : draft.step,
    mailing: { ...draft.mailing, weights: weights.mailing },
    sms: { ...draft.sms, weights: weights.sms },
  };
}

export function sumOfWeights(weights: Weights): number {
  return Object.values(weights).reduce((sum, weight) => sum + weight, 0);
}
