import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ReportService } from "../../../api/services";
import type { GetPartitionAveragesResponse } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { isDay } from "../../../lib/date-range";
import { once } from "../../../lib/once";
import { usePreferenceStore } from "../../../stores/preference-store";
import { queryFor } from "../model/view";
import { daysBefore } from "./periods";

export type Period = "week" | "month";

export interface AverageData {
  readonly by: Period;
  readonly averages: Settled<GetPartitionAveragesResponse>;
  /** The year before, loaded by the page that draws it; undefined if that fails. */
  readonly yearBefore: () => Promise<GetPartitionAveragesResponse | undefined>;
}

/** Loads the averages of the days in the address (`start`, `end`), by week or month (`by`). */
export async function averageLoader(args: LoaderFunctionArgs): Promise<AverageData> {
  const api = args.context.get(apiContext);
  const { signal, url } = args.request;
  const { id, scoringType, uids } = queryFor(args);
  const search = new URL(url).searchParams;
  const named = search.get("by");
  const by = named === "week" || named === "month" ? named : usePreferenceStore.getState().reportPeriod;
  const [start, end] = [search.get("start"), search.get("end")].map((day) => (isDay(day) ? day : ""));
  const query = { id, scoringType, uids, timeAggregationType: by };
  const averages = await settle(
    clientOf(api, ReportService).getPartitionAverages({ ...query, start: start ?? "", end: end ?? "" }, { signal }),
  );
  const yearBefore = once(async () =>
    averages.value && averages.value.total.length > 1
      ? clientOf(api, ReportService)
          .getPartitionAverages({ ...query, ...daysBefore(averages.value) })
          .catch(() => undefined)
      : undefined,
  );
  return { by, averages, yearBefore };
}
