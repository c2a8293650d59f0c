import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ExportExcludedToGroupsResponseSchema,
  ExportToGroupsResponseSchema,
  GroupExportService,
  ListGroupExportsResponseSchema,
  UndoGroupExportResponseSchema,
} from "../gen/puls/contacts/v1/group_export_service_pb";
import {
  ListSendingsResponseSchema,
  ListSentMessagesResponseSchema,
  SendingService,
} from "../gen/puls/reports/v1/sending_service_pb";
import { ID } from "./sample-data";

// Groups created from results, and sendings by day, in the form sent by the API.

const OF = { scoringId: ID, scoringType: "mailing", generatedDate: "2026-11-02" };
const ITEM = { uid: "007", groupId: 90, groupName: "Newsletter 81–100, 02/11/2026", created: true };
const EXPORT = {
  ...OF,
  id: "0197f1a2-7e10-7a11-b0aa-0123456789b0",
  madeAt: "2026-11-02T11:07:00Z",
  items: [{ ...ITEM, scoringMin: 81, scoringMax: 100, added: 88, alreadyThere: 12 }],
};
const UNDONE: JsonValue = { ...EXPORT, undoneAt: "2026-11-02T11:08:00Z", items: [{ ...EXPORT.items[0], removed: 88 }] };

const EARLIER: JsonValue = {
  items: [
    {
      ...OF,
      id: "0197f1a2-7e10-7a11-b0aa-0123456789b1",
      madeAt: "2026-11-01T09:00:00Z",
      undoneAt: "2026-11-01T09:30:00Z",
      items: [{ ...ITEM, groupId: 3, groupName: "VIP", created: false, reason: "NO_SENDING", added: 40, removed: 40 }],
    },
  ],
};

export function sampleGroupExports(router: ConnectRouter): void {
  router.service(GroupExportService, {
    exportToGroups: () => fromJson(ExportToGroupsResponseSchema, { export: EXPORT }),
    exportExcludedToGroups: () => fromJson(ExportExcludedToGroupsResponseSchema, { export: EXPORT }),
    listGroupExports: () => fromJson(ListGroupExportsResponseSchema, EARLIER),
    undoGroupExport: () => fromJson(UndoGroupExportResponseSchema, { export: UNDONE }),
  });
}

const DAY = { sent: 8, delivered: 8, opened: 4, clicked: 1, bounced: 0, unsubscribed: 1 };
const SENDINGS: JsonValue = {
  items: [
    { date: "2026-11-02", scoringType: "mailing", ...DAY },
    { date: "2026-11-02", scoringType: "sms", ...DAY, delivered: 6, opened: 0, bounced: 2 },
    { date: "2026-10-31", scoringType: "mailing", ...DAY },
  ],
  total: { sent: 24, delivered: 22, opened: 8, clicked: 3, bounced: 2, unsubscribed: 3 },
  start: "2026-10-04",
  end: "2026-11-02",
};

const SENT: JsonValue = {
  items: [
    { messageId: "jesien-2026", messageCount: 1, category: "sales", uid: "007", scoringType: "mailing", ...DAY },
    { messageCount: 12, category: "", uid: "007", scoringType: "mailing", ...DAY, sent: 12, delivered: 12 },
  ],
  total: 2,
};

export function sampleSendings(router: ConnectRouter): void {
  router.service(SendingService, {
    listSendings: () => fromJson(ListSendingsResponseSchema, SENDINGS),
    listSentMessages: () => fromJson(ListSentMessagesResponseSchema, SENT),
  });
}
