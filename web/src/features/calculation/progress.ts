import type { ChannelProgress } from "../../api/messages";

export const STAGES = ["none", "queued", "counting", "scoring", "done", "skipped", "failed", "cancelled"] as const;

export type Stage = (typeof STAGES)[number];

/** The stage of a channel; an unknown one counts as running. */
export function stageOf(progress: ChannelProgress): Stage {
  return STAGES.find((stage) => stage === progress.stage) ?? "counting";
}

/** The finished share in whole percent. */
export function percentOf(progress: ChannelProgress): number {
  return stageOf(progress) === "done" ? 100 : Math.floor(Math.min(1, Math.max(0, progress.done)) * 100);
}

/** Whether any channel has a new result. */
export function anyDone(channels: readonly ChannelProgress[]): boolean {
  return channels.some((channel) => stageOf(channel) === "done");
}

/** Whether any channel is still to be calculated. */
export function anyRunning(channels: readonly ChannelProgress[]): boolean {
  return channels.some((channel) => ["queued", "counting", "scoring"].includes(stageOf(channel)));
}

/** The finished share of all channels together, in whole percent. */
export function doneOf(channels: readonly ChannelProgress[]): number {
  const over = (channel: ChannelProgress): boolean =>
    ["done", "skipped", "failed", "cancelled"].includes(stageOf(channel));
  const sum = channels.reduce((all, channel) => all + (over(channel) ? 100 : percentOf(channel)), 0);
  return Math.floor(sum / Math.max(1, channels.length));
}
