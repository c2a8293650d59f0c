import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ReportService } from "../../../api/services";
import type { GetExcludedReasonsSummaryResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

/** The data of the details and the exclusions beside the frame's result. */
export interface ExclusionsData {
  readonly exclusions: Settled<GetExcludedReasonsSummaryResponse>;
}

export async function exclusionsLoader(args: LoaderFunctionArgs): Promise<ExclusionsData> {
  const reports = clientOf(args.context.get(apiContext), ReportService);
  const { signal } = args.request;
  return { exclusions: await settle(reports.getExcludedReasonsSummary(queryFor(args), { signal })) };
}
