import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ReportService } from "../../../api/services";
import type { GetFluctuationResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

export interface FluctuationData {
  readonly fluctuation: Settled<GetFluctuationResponse>;
}

/** Movement to the day in the address, or of the report, from another day or from the server's default. */
export async function fluctuationLoader(args: LoaderFunctionArgs): Promise<FluctuationData> {
  const api = args.context.get(apiContext);
  const { searchParams } = new URL(args.request.url);
  const { id, scoringType, generatedDate, uids } = queryFor(args);
  const day = (name: string): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(searchParams.get(name) ?? "")?.[0];
  const query = { id, scoringType, uids, from: day("from") ?? "", to: day("to") ?? generatedDate };
  return {
    fluctuation: await settle(clientOf(api, ReportService).getFluctuation(query, { signal: args.request.signal })),
  };
}
