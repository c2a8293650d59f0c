import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
import { createAverageLoader, type AverageData } from "../average/loader";
import { createExclusionsLoader, type ExclusionsData } from "../exclusions/loader";

/** What of the tabs stands on paper beside the frame's result. */
export interface PrintData extends ExclusionsData {
  readonly average: AverageData;
}

export function createPrintLoader(api: Api) {
  const [exclusions, average] = [createExclusionsLoader(api), createAverageLoader(api)];
  return async (args: LoaderFunctionArgs): Promise<PrintData> => {
    const [left, averages] = await Promise.all([exclusions(args), average(args)]);
    return { ...left, average: averages };
  };
}
