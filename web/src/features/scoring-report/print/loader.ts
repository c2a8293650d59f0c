import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
import { createAverageLoader, type AverageData } from "../average/loader";
import { createExclusionsLoader, type ExclusionsData } from "../exclusions/loader";
import { createFluctuationLoader, type FluctuationData } from "../fluctuation/loader";
import { createLiftLoader, type LiftData } from "../lift/loader";

/** What of the tabs stands on paper beside the frame's result. */
export interface PrintData extends ExclusionsData, FluctuationData, LiftData {
  readonly average: AverageData;
}

export function createPrintLoader(api: Api) {
  const [exclusions, average] = [createExclusionsLoader(api), createAverageLoader(api)];
  const [fluctuation, lift] = [createFluctuationLoader(api), createLiftLoader(api)];
  return async (args: LoaderFunctionArgs): Promise<PrintData> => {
    const [left, averages, moved, known] = await Promise.all([
      exclusions(args),
      average(args),
      fluctuation(args),
      lift(args),
    ]);
    return { ...left, ...moved, ...known, average: averages };
  };
}
