import { useIntl } from "react-intl";
import { channelMessages } from "../../../i18n/common-messages";
import { addDays, formatDay } from "../../../lib/dates";
import { reportMessages as messages } from "./messages";
import { useReport } from "./use-report";

/** The line below the title of a picture: the scoring and its scope. */
export function useAbout(withDay = true): string {
  const { scoring } = useReport();
  return [scoring.name, useScope(withDay)].join(" · ");
}

/** The channel, the result's day and period unless days of other results are shown, and the filters. */
export function useScope(withDay = true): string {
  const { formatMessage } = useIntl();
  const { scoring, channel, date, partition, query } = useReport();
  const days = partition.config?.daysAgo ?? scoring.config?.daysAgo ?? 0;
  const { uids, userFilter } = query;
  return [
    formatMessage(channelMessages[channel]),
    withDay && formatDay(date),
    withDay &&
      days > 0 &&
      formatMessage(messages.aboutPeriod, {
        from: formatDay(addDays(date, -days)),
        to: formatDay(addDays(date, -1)),
      }),
    uids.length > 0 && formatMessage(messages.someDatabases, { count: uids.length, uids: uids.join(", ") }),
    userFilter !== "" && formatMessage(messages[userFilter]),
  ]
    .filter((part) => typeof part === "string")
    .join(" · ");
}
