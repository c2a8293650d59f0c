import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";
import { anyDone } from "./progress";
import type { CalculationStore } from "./store";

/** A page's hold on the calculation of one scoring. */
export interface Calculation {
  /** Starts today's calculation and follows it; `onResult` gets the day once there is a new result to show. */
  start(onResult: (generatedDate: string) => void): void;
  /** Follows today's calculation, which runs already or is over. */
  follow(onResult: (generatedDate: string) => void): void;
  /** Stops following. The calculation itself goes on. */
  stop(): void;
}

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
    const started = calculates ? await api.calculations.calculate({ id }, { signal }) : undefined;
    let generatedDate = started?.generatedDate ?? "";
    store.setState({ phase: "running" });
    for await (const state of api.reports.watchProgress({ id, generatedDate }, { signal })) {
      generatedDate = started?.generatedDate ?? state.generatedDate;
      store.setState({ channels: state.channels });
    }
    if (anyDone(store.getState().channels)) {
      await reportReady(api, id, generatedDate, signal);
      onResult(generatedDate);
    }
    store.setState({ phase: "finished" });
  } catch (thrown) {
    if (!signal.aborted) store.setState({ phase: "failed", fault: toFault(thrown) });
  }
}

/** How often and how long to ask whether reports have taken over a result: they learn of it by an event. */
const READY_TRIES = 12;
const READY_PAUSE_MS = 400;

async function reportReady(api: Api, id: string, date: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < READY_TRIES; attempt++) {
    await pause(READY_PAUSE_MS, signal);
    const { items } = await api.reports.listGeneratedDates({ id }, { signal });
    if (items.includes(date)) return;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
