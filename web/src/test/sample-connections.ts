import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import {
  ListWebhookDeliveriesResponseSchema,
  ListWebhooksResponseSchema,
  WebhookService,
} from "../gen/puls/account/v1/webhook_service_pb";
import {
  DestinationService,
  ListDestinationRunsResponseSchema,
  ListDestinationsResponseSchema,
} from "../gen/puls/contacts/v1/destination_service_pb";
import {
  ListMailProvidersResponseSchema,
  MailProviderService,
  SetMailProviderResponseSchema,
  StreamRecentMailEventsResponseSchema,
} from "../gen/puls/contacts/v1/mail_provider_service_pb";
import { GetOneClickLinksResponseSchema, OneClickService } from "../gen/puls/contacts/v1/one_click_service_pb";
import {
  ListWebTrackingAccountsResponseSchema,
  StreamRecentWebEventsResponseSchema,
  TrackingService,
} from "../gen/puls/contacts/v1/tracking_service_pb";
import { ID } from "./sample-data";

// Websites and mail providers in the form sent by the API: of each kind one that receives and one that waits.

export const SHOP = "0197f1a2-7e10-4a11-b0aa-0123456789c0";
export const BLOG = "0197f1a2-7e10-4a11-b0aa-0123456789c1";

const WEBSITES: JsonValue = {
  items: [
    {
      accountId: 7,
      uid: "007",
      domain: "sklep.example",
      siClientId: SHOP,
      since: "2026-10-31T08:00:00Z",
      createdAt: "2026-10-31T07:50:00Z",
      madeBy: "a@b.pl",
      days: 3,
      completeFrom: "2026-11-14",
      refusedCount: 2,
      types: [
        { type: "page_view", lastAt: "2026-11-02T11:04:00Z", todayCount: 1203 },
        { type: "product_view", lastAt: "2026-11-02T11:03:00Z", todayCount: 402 },
        { type: "checkout_view", lastAt: "2026-11-02T10:12:00Z", todayCount: 31 },
        { type: "payment_info" },
        { type: "purchase", lastAt: "2026-11-01T19:40:00Z" },
      ],
    },
    { accountId: 7, uid: "042", domain: "blog.example", siClientId: BLOG, createdAt: "2026-11-02T11:00:00Z" },
  ],
};

const PATH = "/api/hooks/v1/";
const PROVIDERS: JsonValue = {
  items: [
    {
      provider: "sendgrid",
      state: "RECEIVING",
      path: `${PATH}sendgrid/sample`,
      uid: "007",
      hasKey: true,
      createdAt: "2026-10-20T08:00:00Z",
      madeBy: "a@b.pl",
      receivedAt: "2026-11-02T11:04:00Z",
      receivedCount: 1450,
      refusedSignatureCount: 3,
      refusedSignatureAt: "2026-11-02T09:00:00Z",
      unusedCount: 12,
      types: [
        { type: "sent", count: 500 },
        { type: "delivered", count: 490 },
        { type: "opened", count: 210 },
        { type: "machine_opened", count: 200 },
        { type: "clicked", count: 40 },
        { type: "bounced", count: 10 },
      ],
    },
    { provider: "mailgun", state: "NONE" },
    { provider: "postmark", state: "NONE" },
    { provider: "ses", state: "NONE" },
  ],
};

export const HOOK = "0197f1a2-7e10-4a11-b0aa-0123456789d0";

const WEBHOOKS: JsonValue = {
  items: [
    {
      id: HOOK,
      url: "https://crm.example/puls",
      description: "CRM",
      events: ["scoring.calculated", "contact.unsubscribed"],
      state: "FAILING",
      deliveredAt: "2026-11-02T10:00:00Z",
      waitingCount: 1,
      failedCount: 1,
      createdAt: "2026-10-20T08:00:00Z",
      madeBy: "a@b.pl",
    },
    {
      id: HOOK.replace(/0$/, "1"),
      url: "https://shop.example/in",
      events: ["import.finished"],
      state: "ACTIVE",
      deliveredAt: "2026-11-02T10:00:00Z",
    },
  ],
  limit: 10,
};

const DELIVERIES: JsonValue = {
  items: [
    {
      id: "0197f1a2-7e10-4a11-b0aa-0123456789e0",
      event: "contact.unsubscribed",
      state: "WAITING",
      occurredAt: "2026-11-02T11:00:00Z",
      attemptCount: 3,
      attemptedAt: "2026-11-02T11:03:00Z",
      nextAt: "2026-11-02T11:08:00Z",
      status: 503,
      failure: "STATUS",
      tookMilliseconds: 120,
      contactCount: 2,
    },
    {
      id: "0197f1a2-7e10-4a11-b0aa-0123456789e1",
      event: "scoring.band_changed",
      state: "DELIVERED",
      occurredAt: "2026-11-02T02:00:00Z",
      attemptCount: 1,
      attemptedAt: "2026-11-02T02:00:01Z",
      status: 200,
      tookMilliseconds: 45,
      scoringName: "Jesień",
      scoringType: "mailing",
      generatedDate: "2026-11-02",
      partCount: 12,
    },
    {
      id: "0197f1a2-7e10-4a11-b0aa-0123456789e2",
      event: "webhook.test",
      state: "FAILED",
      occurredAt: "2026-10-29T02:00:00Z",
      attemptCount: 80,
      attemptedAt: "2026-11-01T02:00:01Z",
      failure: "NAME",
    },
  ],
};

export const LIST = "0197f1a2-7e10-4a11-b0aa-0123456789f0";

const RUN: JsonValue = {
  id: "0197f1a2-7e10-4a11-b0aa-0123456789f2",
  begunAt: "2026-11-02T02:10:00Z",
  endedAt: "2026-11-02T02:11:00Z",
  generatedDate: "2026-11-02",
  addedCount: 40,
  changedCount: 7,
  removedCount: 12,
  leftOutCount: 3,
  forgottenCount: 2,
  refused: [{ reason: "INVALID", count: 1 }],
};

const LISTS: JsonValue = {
  items: [
    {
      id: LIST,
      name: "Najlepsi",
      provider: "mailchimp",
      list: "9e67587f52",
      tag: "Najlepsi",
      field: "PULS",
      scoringId: ID,
      scoringType: "mailing",
      bands: [3, 4],
      reasons: ["NO_SENDING"],
      state: "FAILING",
      memberCount: 1204,
      nextAt: "2999-11-02T12:00:00Z",
      createdAt: "2026-10-20T08:00:00Z",
      madeBy: "a@b.pl",
      lastRun: { ...RUN, failure: "KEY" },
    },
  ],
  limit: 10,
};

const RUNS: JsonValue = {
  items: [
    { ...RUN, failure: "KEY" },
    {
      id: "0197f1a2-7e10-4a11-b0aa-0123456789f1",
      begunAt: "2026-11-01T02:10:00Z",
      endedAt: "2026-11-01T02:10:01Z",
      generatedDate: "2026-11-01",
    },
  ],
};

const RECENT_WEB: readonly JsonValue[] = [
  { receivedAt: "2026-11-02T11:03:58Z", type: "product_view", visitorId: "v-77aa", path: "/roze", known: true },
  { receivedAt: "2026-11-02T11:03:59Z", type: "Cart Viewed", visitorId: "v-77aa", refused: "TYPE_UNKNOWN" },
  { receivedAt: "2026-11-02T11:04:00Z", type: "page_view", visitorId: "v-12bc", path: "/", skipped: 5 },
];

const RECENT_MAIL: readonly JsonValue[] = [
  { receivedAt: "2026-11-02T11:03:59Z", type: "delivered", messageId: "jesien-2026" },
  { receivedAt: "2026-11-02T11:04:00Z", type: "opened", messageId: "jesien-2026", refused: "UNKNOWN_RECIPIENT" },
];

/** A stream that stays open after its last message, like that of the server. */
async function* openStream<T>(events: readonly T[], { signal }: HandlerContext): AsyncGenerator<T> {
  yield* events;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
}

export function sampleConnections(router: ConnectRouter): void {
  router.service(TrackingService, {
    listWebTrackingAccounts: () => fromJson(ListWebTrackingAccountsResponseSchema, WEBSITES),
    createWebTrackingAccount: () => ({ siClientId: BLOG }),
    deleteWebTrackingAccount: () => ({}),
    streamRecentWebEvents: ({ siClientId }, context) =>
      openStream(
        siClientId === SHOP ? RECENT_WEB.map((event) => fromJson(StreamRecentWebEventsResponseSchema, event)) : [],
        context,
      ),
  });
  router.service(MailProviderService, {
    listMailProviders: () => fromJson(ListMailProvidersResponseSchema, PROVIDERS),
    setMailProvider: ({ provider }) =>
      fromJson(SetMailProviderResponseSchema, {
        provider: { provider, state: "WAITING", path: `${PATH}${provider}/sample` },
        password: provider === "postmark" ? "SAMPLEPASSWORD" : "",
      }),
    deleteMailProvider: () => ({}),
    streamRecentMailEvents: (_, context) =>
      openStream(
        RECENT_MAIL.map((event) => fromJson(StreamRecentMailEventsResponseSchema, event)),
        context,
      ),
  });
  router.service(WebhookService, {
    listWebhooks: () => fromJson(ListWebhooksResponseSchema, WEBHOOKS),
    createWebhook: () => ({ secret: "whsec_sample" }),
    updateWebhook: () => ({}),
    deleteWebhook: () => ({}),
    rotateWebhookSecret: () => ({ secret: "whsec_rotated" }),
    pauseWebhook: () => ({}),
    resumeWebhook: () => ({}),
    testWebhook: () => ({}),
    listWebhookDeliveries: () => fromJson(ListWebhookDeliveriesResponseSchema, DELIVERIES),
    sendWebhookDelivery: () => ({}),
  });
  router.service(DestinationService, {
    listDestinations: () => fromJson(ListDestinationsResponseSchema, LISTS),
    createDestination: () => ({ destination: { id: LIST } }),
    updateDestination: () => ({}),
    deleteDestination: () => ({}),
    pauseDestination: () => ({}),
    resumeDestination: () => ({}),
    runDestination: () => ({}),
    listDestinationRuns: () => fromJson(ListDestinationRunsResponseSchema, RUNS),
  });
  router.service(OneClickService, {
    getOneClickLinks: () =>
      fromJson(GetOneClickLinksResponseSchema, {
        available: true,
        holders: [{ who: "a@b.pl", downloadedAt: "2026-11-01T09:30:00Z" }],
      }),
    endOneClickLinks: () => ({}),
  });
}
