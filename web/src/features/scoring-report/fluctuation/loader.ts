import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
import type { GetFluctuationResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

export interface FluctuationData {
  readonly fluctuation: Settled<GetFluctuationResponse>;
}

/** Movement to the day of the address, or of the report, from another one or from the one that the server takes. */
export function createFluctuationLoader(api: Api) {
  return async (args: LoaderFunctionArgs): Promise<FluctuationData> => {
    const { searchParams } = new URL(args.request.url);
    const { id, scoringType, generatedDate, uids } = queryFor(args);
    const day = (name: string): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(searchParams.get(name) ?? "")?.[0];
    const query = { id, scoringType, uids, from: day("from") ?? "", to: day("to") ?? generatedDate };
    return { fluctuation: await settle(api.reports.getFluctuation(query, { signal: args.request.signal })) };
  };
}
