/** What the page at an address asks for first. */
export function firstCalls(pathname: string, search: URLSearchParams): string[] {
  const scorings = "/api/protected/scoring/scorings";
  const report = /^\/reports\/scoring\/summary\/([^/]+)\/details$/.exec(pathname)?.[1];
  if (report !== undefined) {
    const [channel, date] = [search.get("channel"), search.get("date")];
    const scoring = `${scorings}/${report}`;
    if (channel === null || !/^[a-z]+$/.test(channel)) return [scoring];
    const day = date === null || !/^[\d-]{10}$/.test(date) ? "" : `&generatedDate=${date}`;
    return [
      scoring,
      `${scoring}:generatedDateList?scoringType=${channel}`,
      `${scoring}:partitionSummary?scoringType=${channel}${day}`,
      `${scoring}:excludedReasonsSummary?scoringType=${channel}${day}`,
    ];
  }
  // Which page the index leads to is the answer to this.
  if (pathname === "/" || pathname === "/scoring/") return ["/api/protected/scoring/lead"];
  const listed = ["/scoring/list", "/reports/scoring/", "/reports/scoring/list/channel"];
  return listed.includes(pathname) ? [scorings, `${scorings}:summary`] : [];
}
