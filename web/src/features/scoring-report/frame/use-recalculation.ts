import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import { useShow } from "../../../ui/use-show";
import {
  createCalculation,
  createCalculationStore,
  type CalculationState,
  type CalculationStore,
} from "../../calculation";
import { useFrame } from "../report/use-report";

/** A calculation started from the report. */
export interface Recalculation {
  readonly store: CalculationStore;
  readonly phase: CalculationState["phase"];
  /** A calculation runs. */
  readonly busy: boolean;
  readonly start: () => void;
}

/** A page's control of today's calculation; its result is shown once it exists. */
export function useRecalculation(): Recalculation {
  const { scoring } = useFrame();
  const api = useApi();
  const show = useShow({ replace: true });
  const [store] = useState(createCalculationStore);
  const [calculation] = useState(() => createCalculation(api, store, scoring.id));
  const phase = useStore(store, (state) => state.phase);
  // Ends the stream with the page, because nothing else does.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => () => calculation.stop(), [calculation]);
  const start = (): void => {
    calculation.start((date) =>
      show((search) => {
        // In its place: an address that named the day stays equal, so that its result is loaded again.
        search.set("date", date);
        return `?${search.toString()}`;
      }),
    );
  };
  return { store, phase, busy: phase === "starting" || phase === "running", start };
}
