import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

/** What the details and the exclusions show beside the frame's result. */
export interface ExclusionsData {
  readonly exclusions: Settled<GetExcludedReasonsSummaryResponse>;
}

export function createExclusionsLoader(api: Api) {
  return async (args: LoaderFunctionArgs): Promise<ExclusionsData> => ({
    exclusions: await settle(api.reports.getExcludedReasonsSummary(queryFor(args), { signal: args.request.signal })),
  });
}
