import type { Page } from "@playwright/test";
import type { Server } from "./server";

/** A scoring in the form of the list of scorings. */
export interface Scoring {
  readonly id: string;
  readonly name: string;
  readonly lastGeneratedAt?: string | null;
  readonly config: Readonly<Record<string, { readonly dataSources?: readonly { readonly uid: string }[] } | null>>;
}

type ChannelName = "mailing" | "sms" | "web";

/** The channels that a scoring has results of. */
export function channelsOf({ config, lastGeneratedAt }: Scoring): readonly ChannelName[] {
  return (["mailing", "sms", "web"] as const).filter((channel) => config[channel] && lastGeneratedAt);
}

/** Pages of an account without ids in their addresses. */
export const STATIC_PAGES = [
  "/scoring/",
  "/scoring/list",
  "/scoring/list/calculations?pageSize=50",
  "/scoring/list/calculations?outcome=skipped",
  "/scoring/list/calculations?outcome=failed",
  "/scoring/list/calculations?outcome=cancelled",
  "/scoring/channel",
  "/scoring/education",
  "/reports/scoring/list/channel",
  "/reports/scoring/list/lead",
  "/reports/sendings",
  "/contacts/new",
  "/contacts/groups",
  "/contacts/features",
  "/contacts/databases",
  "/imports",
  "/imports/new?kind=contacts",
  "/imports/new?kind=engagement",
  "/imports/new?kind=unsubscribes",
  "/connections",
  "/connections/web",
  "/connections/mail/sendgrid",
  "/connections/mail/mailgun",
  "/connections/mail/postmark",
  "/connections/mail/ses",
  "/connections/webhooks",
  "/connections/lists",
  "/event-log?pageSize=200",
  "/event-log/person",
  "/settings",
];

/** Steps of the editor; a scoring without one leads on to another. */
export const EDITOR_PAGES = [
  "main-comunication",
  "main-comunication-email",
  "main-comunication-sms",
  "main-comunication-email-percent",
  "main-comunication-sms-percent",
  "search-and-choose-groups",
  "summary-configurator-group",
  "assign-weights",
  "events",
  "summary",
];

/** Pages of a number of days with sendings, and of all imports. */
export async function numberedPages(server: Server, sendingDays: number): Promise<string[]> {
  const sendings = (await server.list("/reports/sendings")) as readonly { readonly date: string }[];
  const imports = (await server.list("/saresystem/imports")) as readonly { readonly id: string }[];
  const days = [...new Set(sendings.map(({ date }) => date))].slice(0, sendingDays);
  return [...days.map((day) => `/reports/sendings/${day}?pageSize=200`), ...imports.map(({ id }) => `/imports/${id}`)];
}

/** The pages of the people that the open list of contacts shows. */
export async function peopleIn(page: Page): Promise<string[]> {
  const links = await page
    .locator("main tbody a[href^='/contacts/']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  return [...new Set(links.filter((href) => /^\/contacts\/\d+\/\d+/.test(href)))];
}

const TABS = ["details", "exclusions", "avg", "fluctuation", "lift"];
const WEB_TABS = ["details", "fluctuation", "lift"];

/** The pages of a report: of the first scoring six weeks, of others three. */
export function reportPages(
  { id, config }: Scoring,
  channel: string,
  dates: readonly string[],
  whole: boolean,
): string[] {
  const page = (tab: string, more = ""): string =>
    `/reports/scoring/summary/${id}/${tab}?scoringType=${channel}${more}`;
  const sources = config[channel]?.dataSources ?? [];
  const filters =
    channel === "web"
      ? ["&userFilter=known", "&userFilter=unknown"]
      : sources.length > 1
        ? sources.map(({ uid }) => `&uids=${uid}`)
        : [];
  return [
    `/reports/scoring/summary/${id}/details`,
    ...(whole ? [page("avg", "&by=month")] : []),
    ...[...(channel === "web" ? WEB_TABS : TABS), "print"].map((tab) => page(tab)),
    ...dates
      .slice(0, whole ? 7 : 4)
      .flatMap((date) => [
        page("details", `&date=${date}`),
        ...(whole && channel !== "web" ? [page("exclusions", `&date=${date}`)] : []),
      ]),
    ...(whole ? dates : [])
      .slice(0, 6)
      .flatMap((date) => ["lift", "fluctuation"].map((tab) => page(tab, `&date=${date}`))),
    ...filters.flatMap((filter) => [page("details", filter), page("lift", filter), page("fluctuation", filter)]),
  ];
}
