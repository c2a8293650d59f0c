import { clientOf, type Api } from "../../api/api";
import { CalculationService, ReportService, RunService } from "../../api/services";
import { toFault } from "../../api/fault";
import { anyDone } from "./progress";
import type { CalculationStore } from "./store";

/** Controls the calculation of one scoring for a page. */
export interface Calculation {
  /** Starts today's calculation and follows it; `onResult` gets the day once there is a new result to show. */
  start(onResult: (generatedDate: string) => void): void;
  /** Follows today's calculation, which is running or finished. */
  follow(onResult: (generatedDate: string) => void): void;
  /** Cancels the waiting or running calculation; followers see it. Throws errors of the API. */
  cancel(): Promise<void>;
  /** Stops following. The calculation itself continues. */
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
    cancel: async () => {
      await clientOf(api, RunService).cancel({ id });
    },
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
    for await (const state of clientOf(api, ReportService).watchProgress({ id, generatedDate }, { signal })) {
      generatedDate = started?.generatedDate ?? state.generatedDate;
      store.setState({ channels: state.channels });
    }
    if (anyDone(store.getState().channels)) onResult(generatedDate); // finished channels can be shown
    store.setState({ phase: "finished" });
  } catch (thrown) {
    if (!signal.aborted) store.setState({ phase: "failed", fault: toFault(thrown) });
  }
}
