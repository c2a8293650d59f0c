import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  DataProtectionService,
  ErasePersonResponseSchema,
  FindPersonResponseSchema,
  ListEntriesResponseSchema,
} from "../gen/puls/contacts/v1/data_protection_service_pb";

// The event log and the data held on a person, in the form sent by the API.

const ACTS: readonly { readonly [name: string]: JsonValue; readonly kind: string }[] = [
  {
    kind: "CSV_DOWNLOAD",
    occurredAt: "2026-11-02T09:12:00Z",
    source: "Newsletter",
    who: "kasia@kwiaty.example",
    emailCount: 14653,
    gsmCount: 6020,
    contactCount: 14653,
    uids: ["007"],
  },
  {
    kind: "UNSUBSCRIBE_EVENT",
    occurredAt: "2026-11-02T08:01:00Z",
    source: "SendGrid",
    emailCount: 1,
    contactCount: 1,
    uids: ["007"],
  },
  {
    kind: "CONTACTS_IMPORT",
    occurredAt: "2026-11-01T12:30:00Z",
    source: "klienci.xlsx",
    who: "kasia@kwiaty.example",
    emailCount: 19912,
    gsmCount: 8021,
    contactCount: 20000,
    uids: ["007", "042"],
  },
];
const ENTRIES = ACTS.map((act, at) => ({ ...act, id: `0197f1a2-7e10-7a11-b0aa-0123456789c${at}` }));

const HELD: JsonValue = [
  {
    uid: "007",
    number: 12,
    externalId: "K-1042",
    email: "anna@kwiaty.example",
    gsm: "+48501002003",
    groupCount: 2,
    propertyCount: 2,
    visitorCount: 2,
  },
];

/** Contacts that were erased before. */
const ERASED = "ewa@kwiaty.example";

export function sampleDataProtection(router: ConnectRouter): void {
  router.service(DataProtectionService, {
    listEntries: ({ kind }) => {
      const items = ENTRIES.filter((entry) => kind === "" || entry.kind === kind);
      return fromJson(ListEntriesResponseSchema, { items, total: items.length });
    },
    findPerson: ({ address }) => {
      const wanted = address.toLowerCase();
      return fromJson(FindPersonResponseSchema, {
        items: wanted === "anna@kwiaty.example" ? HELD : [],
        erased: wanted === ERASED,
      });
    },
    erasePerson: () =>
      fromJson(ErasePersonResponseSchema, {
        id: "0197f1a2-7e10-7a11-b0aa-0123456789cf",
        items: [{ uid: "007", number: 12 }],
      }),
  });
}
