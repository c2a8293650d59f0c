import { createRouterTransport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { RegistrationService } from "../gen/puls/account/v1/registration_service_pb";
import { DataProtectionService } from "../gen/puls/contacts/v1/data_protection_service_pb";
import { GroupExportService } from "../gen/puls/contacts/v1/group_export_service_pb";
import { ImportService } from "../gen/puls/contacts/v1/import_service_pb";
import { MailProviderService } from "../gen/puls/contacts/v1/mail_provider_service_pb";
import { SendingService } from "../gen/puls/reports/v1/sending_service_pb";
import { ExplanationService } from "../gen/puls/scoringengine/v1/explanation_service_pb";
import { RunService } from "../gen/puls/scoringengine/v1/run_service_pb";
import { lateClient } from "./late-client";

const transport = createRouterTransport(({ service }) => {
  service(MailProviderService, {
    listMailProviders: () => ({ items: [{ provider: "ses" }] }),
    streamRecentMailEvents: async function* () {
      await Promise.resolve();
      yield { type: "sent" };
      yield { type: "opened" };
    },
  });
});

test("answers and streams come as from any client", async () => {
  const client = lateClient(transport, () => Promise.resolve(MailProviderService));
  expect((await client.listMailProviders({})).items[0]?.provider).toBe("ses");
  const types: string[] = [];
  for await (const { type } of client.streamRecentMailEvents({ provider: "ses" })) types.push(type);
  expect(types).toEqual(["sent", "opened"]);
});

test("a contract that did not come is asked for again", async () => {
  let asked = 0;
  const client = lateClient(transport, () =>
    ++asked === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(MailProviderService),
  );
  await expect(client.listMailProviders({})).rejects.toThrow("offline");
  expect((await client.listMailProviders({})).items).toHaveLength(1);
  expect(asked).toBe(2);
});

test("of the contracts that come late, what streams messages is called so", () => {
  const late = [
    RegistrationService,
    DataProtectionService,
    GroupExportService,
    ImportService,
    MailProviderService,
    SendingService,
    ExplanationService,
    RunService,
  ];
  for (const method of late.flatMap((service) => service.methods)) {
    // Files come through `download`.
    if (method.output.typeName === "google.api.HttpBody") continue;
    expect(method.localName.startsWith("stream"), method.name).toBe(method.methodKind === "server_streaming");
  }
});
