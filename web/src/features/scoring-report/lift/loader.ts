import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
import type { GetLiftResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

export interface LiftData {
  readonly lift: Settled<GetLiftResponse>;
  /** The newest day whose lift is known, where the one that is asked for is not; empty when there is none. */
  readonly instead: string;
}

export function createLiftLoader(api: Api) {
  return async (args: LoaderFunctionArgs): Promise<LiftData> => {
    const options = { signal: args.request.signal };
    const { id, scoringType, generatedDate, uids } = queryFor(args);
    const ask = (day: string) => settle(api.reports.getLift({ id, scoringType, uids, generatedDate: day }, options));
    const lift = await ask(generatedDate);
    const early = lift.value?.items.length === 0;
    const newest = early && generatedDate !== "" ? (await ask("")).value : undefined;
    return { lift, instead: newest && newest.items.length > 0 ? newest.generatedDate : "" };
  };
}
