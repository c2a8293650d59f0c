import { fromJson, type JsonValue, type MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { errorFromAnswer } from "../api/fault";
import { BANDS } from "../lib/bands";
import {
  AddContactResponseSchema,
  GetContactResponseSchema,
  SearchContactsResponseSchema,
  UpdateContactResponseSchema,
  type AddContactResponse,
  type AddGroupMembersRequest,
  type AddGroupMembersResponseSchema,
  type RemoveGroupMembersResponseSchema,
  type UpdateContactResponse,
  type RemoveGroupMembersRequest,
  type GetContactRequest,
  type GetContactResponse,
  type SearchContactsRequest,
  type SearchContactsResponse,
} from "../gen/puls/contacts/v1/contacts_service_pb";
import {
  ExplanationService,
  GetReceiptResponseSchema,
  ListContactMessagesResponseSchema,
  ListContactScoresResponseSchema,
} from "../gen/puls/scoringengine/v1/explanation_service_pb";

// Contacts and the receipts of their scores, in the form sent by the API.

const ANNA = {
  uid: "007",
  number: 12,
  externalId: "K-1042",
  email: "anna@kwiaty.example",
  gsm: "+48501002003",
  emailConsent: true,
};
interface Person {
  readonly about: { readonly [name: string]: JsonValue; readonly email: string };
  readonly scored: { readonly score?: number; readonly change?: number; readonly reason?: string };
  readonly active: Readonly<Record<string, JsonValue>>;
  readonly inGroups: Readonly<Record<string, JsonValue>>;
}

/** One contact with a score and its last activity, one without a score. */
const PEOPLE: readonly Person[] = [
  {
    about: { ...ANNA, gsmBlocked: true },
    scored: { score: 87, change: 19 },
    active: { lastActivity: "2026-11-01", lastActivityType: "clicked" },
    inGroups: { groups: ["Klub", "Newsletter", "VIP"], groupCount: 5 },
  },
  {
    about: { uid: "042", number: 3, email: "antoni@kwiaty.example", emailConsent: true, smsConsent: true },
    scored: { reason: "NO_SENDING" },
    active: {},
    inGroups: {},
  },
];

const CONTACT: JsonValue = {
  contact: {
    ...ANNA,
    createdAt: "2026-03-01T09:30:00Z",
    gsmBlocked: true,
    groups: [
      { id: 1, name: "Newsletter" },
      { id: 3, name: "VIP" },
    ],
    properties: [
      { id: 2, name: "Miasto", type: "Text", value: "Kraków" },
      { id: 1, name: "scoring", type: "Number", value: "87", generatedDate: "2026-11-02" },
    ],
    emailUnsubscribeUrl: "https://puls.example/u/7Qm3",
    smsUnsubscribeUrl: "https://puls.example/u/9Kx1",
    consentChanges: [
      { scoringType: "sms", given: false, occurredAt: "2026-10-12T07:02:00Z", source: "ONE_CLICK" },
      {
        scoringType: "mailing",
        given: true,
        occurredAt: "2026-03-01T09:30:00Z",
        source: "IMPORT",
        who: "kasia@kwiaty.example",
        detail: "klienci.xlsx",
      },
      { scoringType: "sms", given: true, occurredAt: "2026-03-01T09:30:00Z", source: "BEFORE" },
    ],
    visitors: [
      { number: 5, visitorId: "v-5f0c" },
      { number: 9, visitorId: "v-77aa" },
    ],
  },
};

const SCORES: JsonValue = {
  items: [
    { generatedDate: "2026-10-31", reason: "NO_SENDING" },
    { generatedDate: "2026-11-01", score: 68 },
    { generatedDate: "2026-11-02", score: 87 },
  ],
};

/** One of each outcome, and more than are listed at first. */
const MESSAGES: JsonValue = {
  firstDay: "2026-08-04",
  items: [
    {
      scoringType: "mailing",
      messageId: "newsletter-44",
      category: "advertising",
      sentDate: "2026-11-01",
      deliveredDate: "2026-11-01",
      openedDate: "2026-11-02",
      clickedDate: "2026-11-02",
      unsubscribedDate: "2026-11-03",
    },
    {
      scoringType: "sms",
      messageId: "kod-7",
      category: "automatic",
      sentDate: "2026-10-30",
      bouncedDate: "2026-10-30",
    },
    { scoringType: "mailing", messageId: "newsletter-43", sentDate: "2026-10-25", machineOpenedDate: "2026-10-25" },
    { scoringType: "mailing", messageId: "newsletter-42", sentDate: "2026-10-18" },
    { scoringType: "mailing", messageId: "newsletter-41", openedDate: "2026-10-12" },
    { scoringType: "mailing", messageId: "newsletter-40", sentDate: "2026-10-04", deliveredDate: "2026-10-04" },
    { scoringType: "mailing", messageId: "newsletter-39", sentDate: "2026-09-27", deliveredDate: "2026-09-27" },
  ],
};

/** 7 of 8 opened against 4/5, 2 of 7 clicked against 1/2, all delivered. */
const RECEIPT: JsonValue = {
  scoringType: "mailing",
  uid: "007",
  number: 12,
  score: 87,
  daysAgo: 14,
  firstDay: "2026-10-19",
  lastDay: "2026-11-01",
  sent: 8,
  delivered: 8,
  opened: 7,
  clicked: 2,
  percentile: 90,
  calculatedAt: "2026-11-02T01:04:00Z",
  parts: [
    { name: "or", count: 7, of: 8, reference: "4/5", sample: 1203, weight: 45, component: 1000000, points: 45000000 },
    { name: "ctr", count: 2, of: 7, reference: "1/2", sample: 24, weight: 30, component: 571428, points: 17142840 },
    {
      name: "delivery",
      count: 8,
      of: 8,
      reference: "1/1",
      sample: 14653,
      weight: 25,
      component: 1000000,
      points: 25000000,
    },
  ],
  points: 87142840,
};

const WEB_RECEIPT: JsonValue = {
  ...RECEIPT,
  score: 40,
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  parts: [
    { name: "page_view", count: 6, reference: "10", sample: 402, weight: 40, component: 600000, points: 24000000 },
    { name: "product_view", count: 4, reference: "15", sample: 31, weight: 60, component: 266666, points: 15999960 },
  ],
  points: 39999960,
};

/** Search, one contact and its changes, which are not kept; for the service that implements these and more. */
export const people = {
  searchContacts: (request: SearchContactsRequest): SearchContactsResponse => {
    const { query, bands, withoutScore } = request;
    const fits = ({ about: { email }, scored: { score } }: Person): boolean => {
      if (!email.startsWith(query.trim().toLowerCase())) return false;
      if (bands.length === 0 && !withoutScore) return true;
      return score === undefined ? withoutScore : bands.includes(BANDS.findIndex(({ max }) => score <= max));
    };
    const items = PEOPLE.filter(fits).map(({ about, scored, active, inGroups }) => ({
      ...about,
      ...(request.scoringId !== "" && scored),
      ...(request.withActivity && active),
      ...(request.withGroups && inGroups),
    }));
    const scores = {
      scoringType: request.scoringType || "mailing",
      generatedDate: "2026-11-02",
      comparedDate: "2026-10-26",
    };
    const result = request.scoringId === "" ? {} : scores;
    return fromJson(SearchContactsResponseSchema, { items, total: items.length, ...result });
  },
  getContact: ({ uid, number }: GetContactRequest): GetContactResponse => {
    if (!PEOPLE.some(({ about }) => about["uid"] === uid && about["number"] === number)) throw notFound();
    return fromJson(GetContactResponseSchema, CONTACT);
  },
  addContact: (): AddContactResponse => fromJson(AddContactResponseSchema, CONTACT),
  updateContact: (): UpdateContactResponse => fromJson(UpdateContactResponseSchema, CONTACT),
};

/** The number of the given contacts, or of all that a search finds. */
const countOf = ({ numbers, search }: AddGroupMembersRequest | RemoveGroupMembersRequest): number =>
  search ? people.searchContacts(search).total : numbers.length;

export const members = {
  addGroupMembers: (request: AddGroupMembersRequest): MessageInitShape<typeof AddGroupMembersResponseSchema> => ({
    added: countOf(request),
  }),
  removeGroupMembers: (
    request: RemoveGroupMembersRequest,
  ): MessageInitShape<typeof RemoveGroupMembersResponseSchema> => ({ removed: countOf(request) }),
};

function notFound(): Error {
  return errorFromAnswer(JSON.stringify({ error: { title: "" }, meta: { class: "CONTACT_NOT_FOUND" } }), 404, {});
}

export function sampleExplanations(router: ConnectRouter): void {
  router.service(ExplanationService, {
    listContactScores: () => fromJson(ListContactScoresResponseSchema, SCORES),
    listContactMessages: () => fromJson(ListContactMessagesResponseSchema, MESSAGES),
    getReceipt: ({ scoringType, generatedDate }) => {
      const date = generatedDate === "" ? "2026-11-02" : generatedDate;
      const common = { scoringType, generatedDate: date };
      if (date === "2026-10-31") {
        return fromJson(GetReceiptResponseSchema, { ...common, reason: "NO_SENDING" });
      }
      const body = scoringType === "web" ? WEB_RECEIPT : RECEIPT;
      return fromJson(GetReceiptResponseSchema, { ...(body as object), ...common });
    },
  });
}
