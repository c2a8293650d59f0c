import { clientOf, type Api } from "../../api/api";
import { CalculationService, ReportService } from "../../api/services";
import { toFault } from "../../api/fault";
import { pause } from "../../lib/pause";
import { pauseAfter } from "../../ui/use-poll";
import { anyDone, anyRunning } from "./progress";
import type { CalculationStore } from "./store";

/** Controls the calculation of one scoring for a page. */
export interface Calculation {
  /** Starts today's calculation and follows it; `onResult` gets the day once there is a new result to show. */
  start(onResult: (generatedDate: string) => void): void;
  /** Follows today's calculation, which is running or finished. */
  follow(onResult: (generatedDate: string) => void): void;
  /** Stops following. The calculation itself continues. */
  stop(): void;
}

/** The first pause before a progress that was cut off is followed again, in milliseconds. */
const AGAIN_MS = 1000;

/** After so many failures in a row it is not followed again: an error of this page looks like a lost connection. */
const MAX_FAILURES = 20;

export function createCalculation(api: Api, store: CalculationStore, id: string): Calculation {
  let following = new AbortController();
  const begin = (onResult: (generatedDate: string) => void, calculates: boolean): void => {
    following.abort();
    following = new AbortController();
    void follow({ api, store, id, calculates, signal: following.signal, onResult });
  };
  return {
    start: (onResult) => begin(onResult, true),
    follow: (onResult) => begin(onResult, false),
    stop: () => following.abort(),
  };
}

interface Following {
  readonly api: Api;
  readonly store: CalculationStore;
  readonly id: string;
  readonly calculates: boolean;
  readonly signal: AbortSignal;
  readonly onResult: (generatedDate: string) => void;
}

async function follow({ api, store, id, calculates, signal, onResult }: Following): Promise<void> {
  store.setState({ phase: "starting", channels: [], fault: undefined });
  try {
    const started = calculates ? await clientOf(api, CalculationService).calculate({ id }, { signal }) : undefined;
    let generatedDate = started?.generatedDate ?? "";
    store.setState({ phase: "running" });
    // The calculation continues without its followers, so a stream that breaks off is opened again.
    let over = false;
    for (let failures = 0; !over; failures += 1) {
      try {
        for await (const state of clientOf(api, ReportService).watchProgress({ id, generatedDate }, { signal })) {
          failures = 0;
          generatedDate = started?.generatedDate ?? state.generatedDate;
          store.setState({ channels: state.channels });
        }
        over = !anyRunning(store.getState().channels);
      } catch (thrown) {
        if (signal.aborted || !isAway(thrown) || failures + 1 >= MAX_FAILURES) throw thrown;
      }
      if (!over) await pause(pauseAfter(failures, AGAIN_MS), signal);
      signal.throwIfAborted();
    }
    if (anyDone(store.getState().channels)) onResult(generatedDate); // finished channels can be shown
    store.setState({ phase: "finished" });
  } catch (thrown) {
    if (!signal.aborted) store.setState({ phase: "failed", fault: toFault(thrown) });
  }
}

/** Whether the connection or the server was lost, not refused. */
function isAway(thrown: unknown): boolean {
  const { httpStatus } = toFault(thrown);
  return httpStatus === 0 || httpStatus > 501;
}
