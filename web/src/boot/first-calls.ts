/** The channels of a scoring in their order; this script must not import from the program. */
const CHANNELS = ["mailing", "sms", "web"];
const SCORINGS = "/api/protected/scoring/scorings";
const CONTACTS = "/api/protected/saresystem/contacts";
const DATABASES = "/api/protected/saresystem/databases";
const SETTINGS = [
  "/api/protected/account/my/account/settings",
  "/api/public/account/constant/timezones",
  "/api/public/account/constant/languages",
];
const CONTACT = /^\/contacts(\/\d{3,9}\/\d{1,9})$/;
const REPORT = /^\/reports\/scoring\/summary\/([^/]+)\/([a-z]+)$/;
/** Tabs of a report that also request exclusions. */
const WITH_EXCLUSIONS = ["details", "exclusions"];

/** The first calls of the page at an address. */
export function firstCalls(pathname: string, search: URLSearchParams): string[] {
  const [, report, tab = ""] = REPORT.exec(pathname) ?? [];
  if (report !== undefined) {
    const scoring = `${SCORINGS}/${report}`;
    const channel = channelOf(search);
    return [
      scoring,
      ...(channel === undefined ? [] : [datesOf(report, channel)]),
      `${scoring}:partitionSummary${queryOf(search, true)}`,
      ...(WITH_EXCLUSIONS.includes(tab) ? [`${scoring}:excludedReasonsSummary${queryOf(search, false)}`] : []),
    ];
  }
  // The response decides which page the index leads to.
  if (pathname === "/" || pathname === "/scoring/") return ["/api/protected/scoring/lead"];
  const contact = CONTACT.exec(pathname)?.[1];
  if (contact !== undefined) return [SCORINGS, CONTACTS + contact, DATABASES, `${CONTACTS}${contact}:messages`];
  if (pathname === "/contacts") return [SCORINGS, DATABASES];
  if (pathname === "/settings") return SETTINGS;
  const listed = ["/scoring/list", "/reports/scoring/", "/reports/scoring/list/channel"];
  return listed.includes(pathname) ? [SCORINGS, `${SCORINGS}:summary`, `${SCORINGS}:avgPerWeek`] : [];
}

/**
 * The next calls of an address after the first response: for a report without a channel the days of its scoring's first
 * channel. Undefined if there are none.
 */
export function nextCalls(pathname: string, search: URLSearchParams): ((answer: unknown) => string[]) | undefined {
  const report = REPORT.exec(pathname)?.[1];
  if (report === undefined || channelOf(search) !== undefined) return undefined;
  return (answer) => {
    const { config } = answer as { readonly config?: Readonly<Record<string, unknown>> };
    const channel = CHANNELS.find((one) => config?.[one] !== undefined);
    return channel === undefined ? [] : [datesOf(report, channel)];
  };
}

function channelOf(search: URLSearchParams): string | undefined {
  return CHANNELS.find((one) => one === (search.get("scoringType") ?? search.get("channel")));
}

function datesOf(report: string, channel: string): string {
  return `${SCORINGS}/${report}:generatedDateList?scoringType=${channel}`;
}

/** The result in a report's address, as query parameters of the calls. */
function queryOf(search: URLSearchParams, withFilter: boolean): string {
  const channel = channelOf(search);
  const date = search.get("date") ?? "";
  const filter = search.get("userFilter") ?? "";
  const query = new URLSearchParams();
  if (channel !== undefined) query.append("scoringType", channel);
  if (/^\d{4}-\d\d-\d\d$/.test(date)) query.append("generatedDate", date);
  for (const uid of search.getAll("uids")) if (/^\d{3,}$/.test(uid)) query.append("uids", uid);
  if (withFilter && channel === "web" && /^(un)?known$/.test(filter)) query.append("userFilter", filter);
  return query.size === 0 ? "" : `?${query.toString()}`;
}
