import type { Channel } from "./channel";

/** Selects a score of a contact: by scoring, channel and day, and for the web channel by visitor. */
export interface ContactView {
  readonly scoring?: string;
  readonly channel?: Channel;
  readonly visitor?: string;
  readonly date?: string;
}

/** The part of an address that all tabs of a report share. */
export interface ReportView {
  readonly scoringType?: Channel | undefined;
  /** A day with a result, YYYY-MM-DD; absent for the newest one. */
  readonly date?: string | undefined;
  /** Databases; absent or empty for all. */
  readonly uids?: readonly string[] | undefined;
  /** Known or unknown visitors only; for websites. */
  readonly userFilter?: "known" | "unknown" | undefined;
}

/** Every address of the product, in one place. */
export const paths = {
  home: "/",
  login: "/login",
  logout: "/logout",
  scoring: "/scoring/",
  scoringList: "/scoring/list",
  /** The outcomes of calculations; those of one scoring with its id. */
  runs: "/scoring/list/calculations",
  runsOf: (id: string) => `/scoring/list/calculations${query({ id })}`,
  scoringChannel: "/scoring/channel",
  /** The form of a new scoring, even if the account is not ready for it. */
  newDraft: "/scoring/channel?draft=1",
  scoringEducation: "/scoring/education",
  scoringEdit: "/scoring/edit/",
  scoringLoading: "/scoring/loading/",
  /** A page of the editor, such as "summary", with the scoring to edit. */
  edit: (page: string, id: string) => `/scoring/edit/${page}${query({ id })}`,
  /** The first calculation of a scoring. */
  loading: (id: string) => `/scoring/loading/${query({ id })}`,
  reports: "/reports/scoring/",
  reportListChannel: "/reports/scoring/list/channel",
  reportListLead: "/reports/scoring/list/lead",
  reportSummary: "/reports/scoring/summary/:id",
  /** A tab of a scoring's report. */
  report: (id: string, view: ReportView = {}, tab = "details") =>
    `/reports/scoring/summary/${encodeURIComponent(id)}/${tab}${query({ ...view })}`,
  sendings: "/reports/sendings",
  sendingsDay: "/reports/sendings/:date",
  sendingsOn: (day: string) => `/reports/sendings/${day}`,
  contacts: "/contacts",
  /** The contacts of a database. */
  contactsIn: (uid: string) => `/contacts?uid=${encodeURIComponent(uid)}`,
  contactPattern: "/contacts/:uid/:number",
  /** A contact's page; `view` selects the score that it explains. */
  contact: (uid: string, number: number, view: ContactView = {}) =>
    `/contacts/${encodeURIComponent(uid)}/${number}${query({ ...view })}`,
  /** The contacts of a group. */
  contactsOf: (groupId: number) => `/contacts?group=${groupId}`,
  /** Contacts with a score in a band, 0 for the lowest. */
  contactsScored: (view: { scoring: string; scoringType: Channel; band: string; uid: string }) =>
    `/contacts${query(view)}`,
  newContact: "/contacts/new",
  groups: "/contacts/groups",
  groupsIn: (uid: string) => `/contacts/groups${query({ uid })}`,
  features: "/contacts/features",
  newImport: "/imports/new",
  eventLog: "/event-log",
  eventLogPerson: "/event-log/person",
  databases: "/contacts/databases",
  imports: "/imports",
  importPattern: "/imports/:id",
  /**
   * Sending a file. `mended` is the import whose rejected rows are sent again, `uid` the database selected at first.
   */
  uploadOf: (kind: string, more: { readonly mended?: string; readonly uid?: string } = {}) =>
    `/imports/new${query({ kind, ...more })}`,
  /** An import; `step` leads back to the columns of a draft. */
  import: (id: string, step: "columns" | "" = "") => `/imports/${encodeURIComponent(id)}${query({ step })}`,
  connections: "/connections",
  connectionsWeb: "/connections/web",
  /** A file, not a page of the application. */
  licences: "/third-party-licenses.txt",
  openAPI: "/api/openapi.json",
  connectionsMail: "/connections/mail/:provider",
  connectionMail: (provider: string) => `/connections/mail/${encodeURIComponent(provider)}`,
  webhooks: "/connections/webhooks",
  webhookPattern: "/connections/webhooks/:id",
  webhook: (id: string) => `/connections/webhooks/${encodeURIComponent(id)}`,
  destinations: "/connections/lists",
  destinationPattern: "/connections/lists/:id",
  destination: (id: string) => `/connections/lists/${encodeURIComponent(id)}`,
  enter: "/enter",
  error: "/error/",
  error500: "/error/500",
  error401: "/error/401",
  register: "/register",
  activate: "/activate/:token",
  passwordReset: "/password-reset",
  passwordResetConfirm: "/password-reset/:token",
  trialExpired: "/trial-expired",
  /** The components of the interface, for developers. */
  devUi: "/dev/ui",
  settings: "/settings",
  /** Access without signing in, with its makers. */
  lastingAccess: "/settings#access",
  notificationSettings: "/settings#notifications",
  apiKey: "/settings#api-key",
} as const;

/** The 500 page with the trace id; `from` is the page to return to. */
export function error500Path(traceId: string, from = paths.home as string): string {
  const target = safePath(from);
  return `${paths.error500}${query({ trace: traceId, from: target === paths.home ? "" : target })}`;
}

/** The scoring index, which leads back to the page the user came from as soon as it can. */
export function scoringIndexPath(from: string): string {
  return `${paths.scoring}${query({ from: safePath(from) })}`;
}

/** The sign-in page, which then leads back to the page the user came from. */
export function loginPath(from: string): string {
  const target = safePath(from);
  return target === paths.home ? paths.login : `${paths.login}${query({ from: target })}`;
}

/** A path inside the product; anything that leads elsewhere is replaced by the start page. */
export function safePath(candidate: string | null | undefined): string {
  // Browsers interpret "//host", "/\\host" and a line break after the slash as another site.
  if (!candidate?.startsWith("/") || candidate.startsWith("//") || /[\\\p{Cc}]/u.test(candidate)) return paths.home;
  return /^\/(login|logout|enter|error|register|activate|password-reset|trial-expired)(\/|\?|#|$)/.test(candidate)
    ? paths.home
    : candidate;
}

function query(values: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value ?? []].flat()) if (one !== "") search.append(name, one);
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
