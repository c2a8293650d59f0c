/** The channels of a scoring in their order; nothing of the program may come with this script. */
const CHANNELS = ["mailing", "sms", "web"];
const SCORINGS = "/api/protected/scoring/scorings";
const REPORT = /^\/reports\/scoring\/summary\/([^/]+)\/details$/;

/** What the page at an address asks for first. */
export function firstCalls(pathname: string, search: URLSearchParams): string[] {
  const report = REPORT.exec(pathname)?.[1];
  if (report !== undefined) {
    const channel = search.get("channel");
    return [
      `${SCORINGS}/${report}`,
      ...(channel !== null && /^[a-z]+$/.test(channel) ? reportCalls(report, channel, search) : []),
    ];
  }
  // Which page the index leads to is the answer to this.
  if (pathname === "/" || pathname === "/scoring/") return ["/api/protected/scoring/lead"];
  const listed = ["/scoring/list", "/reports/scoring/", "/reports/scoring/list/channel"];
  return listed.includes(pathname) ? [SCORINGS, `${SCORINGS}:summary`] : [];
}

/**
 * What an address asks for next, once the first answer names it: a report without a channel its scoring's first one.
 * Undefined where nothing follows.
 */
export function nextCalls(pathname: string, search: URLSearchParams): ((answer: unknown) => string[]) | undefined {
  const report = REPORT.exec(pathname)?.[1];
  if (report === undefined || search.get("channel") !== null) return undefined;
  return (answer) => {
    const { config } = answer as { readonly config?: Readonly<Record<string, unknown>> };
    const channel = CHANNELS.find((one) => config?.[one] !== undefined);
    return channel === undefined ? [] : reportCalls(report, channel, search);
  };
}

function reportCalls(report: string, channel: string, search: URLSearchParams): string[] {
  const date = search.get("date");
  const day = date === null || !/^[\d-]{10}$/.test(date) ? "" : `&generatedDate=${date}`;
  const scoring = `${SCORINGS}/${report}`;
  return [
    `${scoring}:generatedDateList?scoringType=${channel}`,
    `${scoring}:partitionSummary?scoringType=${channel}${day}`,
    `${scoring}:excludedReasonsSummary?scoringType=${channel}${day}`,
  ];
}
