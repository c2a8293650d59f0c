import { fromJson } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetSettingsResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import { SETTINGS } from "../../test/sample-data";
import { toRequest, toValues, zoneLabel } from "./model";

test("settings survive the form unchanged, and event types keep the product's order", () => {
  const settings = fromJson(GetSettingsResponseSchema, SETTINGS);
  const values = toValues(settings);
  expect(toRequest(values)).toMatchObject({
    language: "pl",
    timezone: "Europe/Warsaw",
    webTrackedEventTypeList: "page_view,product_view",
    billing: { companyName: "Kwiaciarnia Pod Lipą", country: "PL" },
  });
  const request = toRequest({
    ...values,
    events: ["purchase", "page_view"],
    billing: { ...values.billing, country: undefined },
  });
  expect(request.webTrackedEventTypeList).toBe("page_view,purchase");
  expect(request.billing.country).toBe("");
  expect(toRequest({ ...values, events: [] }).webTrackedEventTypeList).toBe("");
});

test.each([
  ["America/New_York", -300, "America/New York (UTC\u221205:00)"],
  ["Asia/Kolkata", 330, "Asia/Kolkata (UTC+05:30)"],
  ["UTC", 0, "UTC (UTC+00:00)"],
])("the zone %s is written with its offset", (name, offsetMinutes, label) => {
  expect(zoneLabel({ name, offsetMinutes })).toBe(label);
});
