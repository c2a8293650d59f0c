import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { whenFree } from "../../../api/busy";
import { toFault } from "../../../api/fault";
import { CHANNELS, type Channel } from "../../../lib/channel";
import { toBacktest } from "../model/content";
import { settingsOf, type Before } from "../model/past";
import type { BacktestState, EditorStore } from "../store";

/** One editor's questions how what stands now would have done in past weeks. */
export interface Backtest {
  /** Whether what stands now differs from what stood before in what the scores of a channel follow from. */
  changes(channel: Channel): boolean;
  /** Asks about one channel, beside what stood before where that was something else; a new question ends the one before. */
  ask(channel: Channel): Promise<void>;
  /** Nobody waits any more: what is on its way is ended, also on the server. */
  stop(): void;
}

export const NOT_ASKED: BacktestState = { phase: "none", answer: undefined, of: undefined, fault: undefined };

/** Whether an answer is on its way. */
export function isAsking({ phase }: BacktestState): boolean {
  return phase === "loading" || phase === "waiting";
}

/** `before` is what the channels of the scoring were when it was opened. */
export function createBacktest(api: Api, store: EditorStore, before: Before): Backtest {
  let asking = new AbortController();
  const put = (channel: Channel, change: Partial<BacktestState>): void =>
    store.setState(({ backtests }) => ({
      backtests: { ...backtests, [channel]: { ...NOT_ASKED, ...backtests[channel], ...change } },
    }));
  const changes = (channel: Channel): boolean => {
    const was = before[channel];
    return was !== undefined && settingsOf(was, channel) !== settingsOf(store.getState().draft, channel);
  };
  const stop = (): void => {
    asking.abort();
    for (const one of CHANNELS) {
      const left = store.getState().backtests[one];
      if (left && isAsking(left)) put(one, { phase: "stopped" });
    }
  };
  const ask = async (channel: Channel): Promise<void> => {
    stop();
    asking = new AbortController();
    const { signal } = asking;
    const { draft } = store.getState();
    const of = settingsOf(draft, channel);
    const other = changes(channel) ? before[channel] : undefined;
    put(channel, { phase: "loading", fault: undefined });
    try {
      const answer = await whenFree(
        () => clientOf(api, ScoringService).backtestScoring(toBacktest(draft, other, channel), { signal }),
        signal,
        () => put(channel, { phase: "waiting" }),
      );
      if (!signal.aborted) put(channel, { phase: "ready", answer, of });
    } catch (thrown) {
      if (!signal.aborted) put(channel, { phase: "failed", fault: toFault(thrown) });
    }
  };
  return { changes, ask, stop };
}
