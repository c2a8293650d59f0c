import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ReportService } from "../../../api/services";
import type { GetLiftResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { queryFor } from "../model/view";

export interface LiftData {
  readonly lift: Settled<GetLiftResponse>;
  /** The newest day whose lift is known, if that of the requested day is not; empty without any. */
  readonly instead: string;
}

export async function liftLoader(args: LoaderFunctionArgs): Promise<LiftData> {
  const api = args.context.get(apiContext);
  const options = { signal: args.request.signal };
  const { id, scoringType, generatedDate, uids } = queryFor(args);
  const ask = (day: string) =>
    settle(clientOf(api, ReportService).getLift({ id, scoringType, uids, generatedDate: day }, options));
  const lift = await ask(generatedDate);
  const early = lift.value?.items.length === 0;
  const newest = early && generatedDate !== "" ? (await ask("")).value : undefined;
  return { lift, instead: newest && newest.items.length > 0 ? newest.generatedDate : "" };
}
