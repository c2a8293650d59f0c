import type { JsonValue } from "@bufbuild/protobuf";

// Sample data in the form sent by the API, in its own JSON dialect.

export const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";
export const OTHER_ID = "0197f1a2-7e10-7a11-b0aa-0123456789ac";

export const CONFIG: JsonValue = {
  daysAgo: 14,
  mailing: { weights: { or: "0.45", ctr: "0.30", delivery: "0.25" }, percentile: 0.9 },
  sms: { weights: { ctr: "0.25", delivery: "0.75" }, percentile: 0.9 },
};

export const SCORING: JsonValue = {
  id: ID,
  name: "Newsletter",
  status: 2,
  lastGeneratedAt: "2026-11-02T01:30:00Z",
  config: CONFIG,
  version: 3,
  state: { stage: "done", done: 1 },
  nextAt: "2026-11-03T01:00:00Z",
};

export const SCORINGS: JsonValue = {
  items: [SCORING, { id: OTHER_ID, name: "Święta", status: 0, lastGeneratedAt: null, config: { daysAgo: 14 } }],
};

export const SUMMARIES: JsonValue = {
  items: [
    {
      ...{ scoringId: ID, scoringType: "mailing", emailCount: 12345, avgScoring: 45.5, generatedDate: "2026-11-02" },
      ...{ bandCounts: [345, 3000, 4000, 3000, 2000], comparedDate: "2026-10-26", comparedAvgScoring: 44.25 },
    },
    { scoringId: ID, scoringType: "sms", emailCount: 0, avgScoring: 0, generatedDate: "2026-11-02" },
  ],
};

export const PARTITION: JsonValue = {
  items: [
    { scoringMin: 0, scoringMax: 20, emailCount: 100, value: 10, newCount: 3 },
    { scoringMin: 21, scoringMax: 40, emailCount: 200, value: 20, newCount: 0 },
    { scoringMin: 41, scoringMax: 60, emailCount: 450, value: 45, newCount: 4 },
    { scoringMin: 61, scoringMax: 80, emailCount: 150, value: 15, newCount: 0 },
    { scoringMin: 81, scoringMax: 100, emailCount: 100, value: 10, newCount: 2 },
  ],
  emailCount: 1000,
  avgScoring: 48.25,
  references: { or: "7/8", ctr: null, delivery: "1/1" },
  generatedDate: "2026-11-02",
  scoringType: "mailing",
  calculatedAt: "2026-11-02T01:30:00Z",
  samples: { or: 24, delivery: 1000 },
  saturated: ["delivery"],
  config: {
    version: 2,
    name: "Newsletter",
    daysAgo: 14,
    percentile: 0.9,
    weights: { or: "0.45", ctr: "0.30", delivery: "0.25" },
    dataSources: [
      { uid: "007", includedAll: true, excludedGroups: [{ id: 2, name: "Pracownicy" }] },
      { uid: "042", includedGroups: [{ id: 4, name: "Sklep" }, { id: 9 }] },
    ],
  },
  machines: {
    sentCount: 4000,
    openedCount: 1800,
    clickedCount: 240,
    machineOpenedCount: 378,
    machineClickedCount: 12,
    machineOpenedPercent: 21,
    machineClickedPercent: 5,
  },
  databases: [
    { uid: "007", emailCount: 900, avgScoring: 49.5, excludedEmailCount: 200, counts: [80, 180, 410, 135, 95] },
    { uid: "042", emailCount: 100, avgScoring: 37, excludedEmailCount: 50, counts: [20, 20, 40, 15, 5] },
  ],
  notices: [
    { kind: "REFERENCE_THIN", name: "or", count: 24 },
    { kind: "EXCLUSIONS_JUMPED", name: "NO_CONSENT", count: 74, since: "2026-10-26" },
  ],
};

export const EXCLUSIONS: JsonValue = {
  excludedPercent: 20,
  notExcludedPercent: 80,
  excludedEmailCount: 250,
  notExcludedEmailCount: 1000,
  excludedReasons: {
    NO_SENDING: { emailCount: 40, percent: 3.2 },
    NO_CONSENT: { emailCount: 200, percent: 16 },
    NOT_IN_GROUP: { emailCount: 0, percent: 0 },
    NO_EMAIL: { emailCount: 10, percent: 0.8 },
  },
};

export const ME: JsonValue = {
  email: "a@b.pl",
  accountId: 7,
  language: "pl",
  timeZone: "Europe/Warsaw",
  roles: ["owner"],
  mainAccountId: 7,
  ownPerson: true,
  package: "PRO",
};

export const SETTINGS: JsonValue = {
  language: "pl",
  timezone: "Europe/Warsaw",
  "Web.TrackedEventTypeList": "page_view,product_view",
  "Scoring.NightHour": 2,
  billing: {
    companyName: "Kwiaciarnia Pod Lipą",
    city: "Kraków",
    postCode: "30-001",
    street: "Lipowa 7",
    taxId: "6762570000",
    country: "PL",
    currency: "PLN",
  },
};

export const TIMEZONES: JsonValue = {
  items: [
    { name: "America/New_York", offsetMinutes: -300 },
    { name: "Asia/Kolkata", offsetMinutes: 330 },
    { name: "Europe/Warsaw", offsetMinutes: 60 },
    { name: "UTC", offsetMinutes: 0 },
  ],
};

/** The user of ME, and one of an agency. */
export const USERS: JsonValue = {
  items: [
    { email: "a@b.pl", homeAccountId: 7, signedInAt: "2026-11-01T07:30:00Z" },
    { email: "agencja@example.com", homeAccountId: 12, since: "2026-09-14T10:00:00Z" },
  ],
};

export const NOTIFICATIONS: JsonValue = {
  unreadCount: 2,
  items: [
    {
      id: 14,
      kind: "NOTIFICATION_KIND_CALCULATION_DONE",
      subjectId: ID,
      scoringType: "mailing",
      scoringTypes: ["mailing"],
      scoringName: "Newsletter",
      generatedDate: "2026-11-02",
      createdAt: "2026-11-02T01:30:00Z",
    },
    {
      id: 13,
      kind: "NOTIFICATION_KIND_IMPORT_FAILED",
      subjectId: OTHER_ID,
      keptCount: 120,
      refusedCount: 4,
      createdAt: "2026-11-01T15:00:00Z",
    },
    {
      id: 12,
      kind: "NOTIFICATION_KIND_IMPORT_DONE",
      subjectId: OTHER_ID,
      keptCount: 1200,
      refusedCount: 0,
      createdAt: "2026-10-31T15:00:00Z",
      read: true,
    },
  ],
};

/** Databases and groups available to a scoring, in the form returned by the server. */
export const CONSTANTS: JsonValue = {
  mailing: {
    sales: { or: 40, ctr: 45, delivery: 15 },
    info: { or: 55, ctr: 20, delivery: 25 },
    advertising: { or: 40, ctr: 45, delivery: 15 },
    internal: { or: 50, ctr: 15, delivery: 35 },
    education: { or: 40, ctr: 25, delivery: 35 },
  },
  sms: {
    automatic: { ctr: 20, delivery: 80 },
    info: { ctr: 25, delivery: 75 },
    advertising: { ctr: 45, delivery: 55 },
    mandatory: { ctr: 10, delivery: 90 },
  },
  mailingCategories: ["sales", "info", "advertising", "internal", "education"],
  smsCategories: ["automatic", "info", "advertising", "mandatory"],
  customMailing: { or: 45, ctr: 30, delivery: 25 },
  customSms: { ctr: 25, delivery: 75 },
  percentiles: [80, 85, 90, 95],
  defaultPercentile: 90,
  dayRanges: [14, 28, 42, 63, 91],
  defaultDayRange: 14,
  webEvents: ["page_view", "product_view", "checkout_view", "purchase", "payment_info"],
};

export const DATABASES: JsonValue = {
  items: [
    { uid: "007", contactCount: 20000, own: true, groupCount: 3, importedAt: "2026-11-02T11:05:00Z" },
    { uid: "042", contactCount: 3400, groupCount: 1 },
  ],
};
