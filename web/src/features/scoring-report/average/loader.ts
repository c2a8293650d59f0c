import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../../api/api";
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
  /** The year before, asked for by the page that draws it; undefined when it does not come. */
  readonly yearBefore: () => Promise<GetPartitionAveragesResponse | undefined>;
}

/** Loads the averages of the days that the address names (`start`, `end`), by week or month (`by`). */
export function createAverageLoader(api: Api) {
  return async (args: LoaderFunctionArgs): Promise<AverageData> => {
    const { signal, url } = args.request;
    const { id, scoringType, uids } = queryFor(args);
    const search = new URL(url).searchParams;
    const named = search.get("by");
    const by = named === "week" || named === "month" ? named : usePreferenceStore.getState().reportPeriod;
    const [start, end] = [search.get("start"), search.get("end")].map((day) => (isDay(day) ? day : ""));
    const query = { id, scoringType, uids, timeAggregationType: by };
    const averages = await settle(
      api.reports.getPartitionAverages({ ...query, start: start ?? "", end: end ?? "" }, { signal }),
    );
    const yearBefore = once(async () =>
      averages.value && averages.value.total.length > 1
        ? api.reports.getPartitionAverages({ ...query, ...daysBefore(averages.value) }).catch(() => undefined)
        : undefined,
    );
    return { by, averages, yearBefore };
  };
}
