import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  ContactsService,
  ListDatabasesResponseSchema,
  ListGroupsResponseSchema,
  ListPropertiesResponseSchema,
} from "../gen/puls/contacts/v1/contacts_service_pb";
import type { PreviewScoringRequest, PreviewScoringResponse } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { PreviewScoringResponseSchema } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CONSTANTS, DATABASES, ID } from "./sample-data";
import { members, people } from "./sample-people";

// Data of the editor, in the form sent by the API.

export const DRAFT_ID = "0197f1a2-7e10-7a11-b0aa-0123456789ac";
export const OWN_ID = "0197f1a2-7e10-7a11-b0aa-0123456789ae";
export const LEAD_ID = "0197f1a2-7e10-7a11-b0aa-0123456789af";

const PART = { percentile: 0.9, dataSources: [] };

/** A guided draft at its summary, one with its own weights, and one for leads. */
export const DRAFTS: Readonly<Record<string, JsonValue>> = {
  [DRAFT_ID]: {
    id: DRAFT_ID,
    name: "Święta",
    status: 0,
    version: 4,
    lastDraftStep: 5,
    isCreatedByWizard: true,
    config: {
      daysAgo: 14,
      mailing: { ...PART, weights: { or: "0.44", ctr: "0.30", delivery: "0.26" } },
      sms: { ...PART, weights: { ctr: "0.25", delivery: "0.75" } },
    },
    predefinedConfigSelection: { mailing: [20, 20, 20, 20, 20], sms: [25, 25, 25, 25] },
  },
  [OWN_ID]: {
    id: OWN_ID,
    name: "Własne wagi",
    status: 0,
    version: 2,
    lastDraftStep: 3,
    config: { daysAgo: 28, mailing: { ...PART, weights: { or: "0.45", ctr: "0.30", delivery: "0.25" } } },
  },
  [LEAD_ID]: {
    id: LEAD_ID,
    name: "Leady ze sklepu",
    status: 0,
    version: 1,
    lastDraftStep: 2,
    isCreatedByWizard: true,
    config: { daysAgo: 14, web: { ...PART, weights: {} } },
    predefinedConfigSelection: { web: { page_view: 40, product_view: 60 } },
  },
};

/** Used by the sample scoring. */
const USED = { usedInScoring: true, usedBy: [{ scoringId: ID, name: "Newsletter", scoringType: "mailing" }] };

const GROUPS: JsonValue = {
  uids: {
    "007": {
      items: [
        { id: 1, name: "Newsletter", uid: "007", contactCount: 13000, emailValue: 12400, smsValue: 5100, ...USED },
        { id: 2, name: "Pracownicy", uid: "007", contactCount: 125, emailValue: 120, smsValue: 118 },
        { id: 3, name: "VIP", uid: "007", contactCount: 655, emailValue: 640, smsValue: 410 },
      ],
    },
    "042": { items: [{ id: 4, name: "Sklep", uid: "042", contactCount: 3400, emailValue: 3200, smsValue: 900 }] },
  },
};

const PROPERTIES: JsonValue = {
  uids: {
    "007": {
      items: [
        { id: 1, name: "scoring", uid: "007", type: "Number", ...USED },
        { id: 2, name: "Miasto", uid: "007", type: "Text" },
      ],
    },
    "042": { items: [{ id: 3, name: "ocena", uid: "042", type: "Number" }] },
  },
};

/** Groups, properties and databases; new ones are returned but not kept. */
export function sampleContacts(router: ConnectRouter): void {
  router.service(ContactsService, {
    listDatabases: () => fromJson(ListDatabasesResponseSchema, DATABASES),
    listGroups: () => fromJson(ListGroupsResponseSchema, GROUPS),
    listProperties: () => fromJson(ListPropertiesResponseSchema, PROPERTIES),
    createGroup: () => ({ id: 90 }),
    addProperty: () => ({ id: 90 }),
    ...people,
    ...members,
  });
}

/** A realistic preview: weights by shares, the audience of one database, fixed bands. */
export function samplePreview(request: PreviewScoringRequest): PreviewScoringResponse {
  const { config, predefinedConfigSelection: selection, isCreatedByWizard: guided } = request;
  if (!config) throw new ConnectError("a preview without a configuration");
  const constants = CONSTANTS as Record<string, Record<string, Record<string, number>> & string[]>;
  const derive = (channel: "mailing" | "sms", shares: readonly number[]): JsonValue => {
    const sums: Record<string, number> = {};
    const names = constants[`${channel}Categories`] ?? [];
    if (shares.reduce((sum, share) => sum + share, 0) !== 100) return {};
    for (const [at, name] of names.entries()) {
      for (const [part, weight] of Object.entries(constants[channel]?.[name] ?? {})) {
        sums[part] = (sums[part] ?? 0) + (weight * (shares[at] ?? 0)) / 100;
      }
    }
    return Object.fromEntries(Object.entries(sums).map(([part, weight]) => [part, Math.round(weight)]));
  };
  const own = (weights: object | undefined): JsonValue =>
    Object.fromEntries(
      Object.entries(weights ?? {})
        .filter(([name, weight]) => !name.startsWith("$") && weight !== "")
        .map(([name, weight]) => [name, Math.round(Number(weight) * 100)]),
    );
  const items = [9, 17, 38, 24, 12].map((percent, band) => ({
    scoringMin: band === 0 ? 0 : band * 20 + 1,
    scoringMax: band * 20 + 20,
    count: Math.round((14653 * percent) / 100),
    percent,
  }));
  const common = {
    dataSources: [{ uid: "007", includedAll: true }],
    possibleFrom: "2026-11-02",
    dataDays: 91,
    ...(request.distribution && { distribution: { items, avgScoring: 52.31, analysed: 14653 } }),
  };
  const channels: Record<string, JsonValue> = {
    ...(config.mailing && {
      mailing: {
        ...common,
        weights: guided ? derive("mailing", selection?.mailing ?? []) : own(config.mailing.weights),
        audience: [
          {
            uid: "007",
            contacts: 20000,
            analysed: 14653,
            excluded: { NO_CONSENT: 3402, NOT_IN_GROUP: 0, NO_SENDING: 1902, NO_EMAIL: 43 },
          },
        ],
        references: {
          or: { value: "4/5", sample: 1203 },
          ctr: { value: "1/2", sample: 24 },
          delivery: { value: "1/1", sample: 14653, saturated: true },
        },
      },
    }),
    ...(config.sms && {
      sms: {
        ...common,
        weights: guided ? derive("sms", selection?.sms ?? []) : own(config.sms.weights),
        audience: [
          {
            uid: "007",
            contacts: 20000,
            analysed: 5347,
            excluded: { NO_CONSENT: 9204, NOT_IN_GROUP: 0, NO_SENDING: 4200, NO_GSM: 1249 },
          },
        ],
        references: {
          ctr: { value: "1/3", sample: 402 },
          delivery: { value: "1/1", sample: 5347, saturated: true },
        },
      },
    }),
    ...(config.web && {
      web: { ...common, weights: { ...selection?.web }, audience: [{ uid: "007", contacts: 5210, analysed: 5210 }] },
    }),
  };
  return fromJson(PreviewScoringResponseSchema, { channels, asOf: "2026-11-02T11:04:00Z" });
}
