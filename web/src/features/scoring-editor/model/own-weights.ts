import type { GetPredefinedWeightsResponse, PreviewScoringResponse } from "../../../api/messages";
import { byChannel, MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { DRAFT } from "../../../lib/status";
import { customDefaults, type Draft, type Weights } from "./draft";

/** The step of weights with custom weights. */
const WEIGHTS_STEP = 3;

/** Initial custom weights after the guided way: those derived from the shares, where possible. */
export function beginning(
  draft: Draft,
  answer: PreviewScoringResponse | undefined,
  constants: GetPredefinedWeightsResponse,
): Readonly<Record<MessageChannel, Weights>> {
  return byChannel(MESSAGE_CHANNELS, (channel) => {
    const derived = { ...answer?.channels[channel]?.weights };
    return draft.channels.includes(channel) && sumOfWeights(derived) === 100
      ? derived
      : customDefaults(channel, constants);
  });
}

/** The change that switches a guided scoring to custom weights for good. */
export function toOwnWeights(draft: Draft, weights: ReturnType<typeof beginning>): Partial<Draft> {
  return {
    guided: false,
    step: draft.status === DRAFT ? WEIGHTS_STEP : draft.step,
    ...byChannel(MESSAGE_CHANNELS, (channel) => ({ ...draft[channel], weights: weights[channel] })),
  };
}

export function sumOfWeights(weights: Weights): number {
  return Object.values(weights).reduce((sum, weight) => sum + weight, 0);
}
