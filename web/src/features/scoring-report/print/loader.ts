import type { LoaderFunctionArgs } from "react-router";
import { averageLoader, type AverageData } from "../average/loader";
import { exclusionsLoader, type ExclusionsData } from "../exclusions/loader";
import { fluctuationLoader, type FluctuationData } from "../fluctuation/loader";
import { liftLoader, type LiftData } from "../lift/loader";

/** The data of the tabs that are printed, beside the frame's result. */
export interface PrintData extends ExclusionsData, FluctuationData, LiftData {
  readonly average: AverageData;
}

export async function printLoader(args: LoaderFunctionArgs): Promise<PrintData> {
  const [left, averages, moved, known] = await Promise.all([
    exclusionsLoader(args),
    averageLoader(args),
    fluctuationLoader(args),
    liftLoader(args),
  ]);
  return { ...left, ...moved, ...known, average: averages };
}
