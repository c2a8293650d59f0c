import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";
import { ImportSchema, ImportService, InspectionSchema } from "../../gen/puls/contacts/v1/import_service_pb";
import { sampleApi } from "../../test/sample-api";
import { IMPORTS, INSPECTION } from "../../test/sample-imports";
import { createImportActions } from "./actions";
import { createImportStore } from "./store";

const imported = (change: JsonObject) => fromJson(ImportSchema, { ...IMPORTS[0], ...change });

test("an inspection that a doubled mapping aborts leaves nothing busy", async () => {
  const inspection = fromJson(InspectionSchema, INSPECTION);
  const api = sampleApi((router) =>
    router.rpc(
      ImportService.method.inspectImport,
      (_, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve({ inspection }))),
    ),
  );
  const store = createImportStore(imported({}), { value: inspection, fault: undefined });
  const actions = createImportActions(api, store);
  const [first = ""] = store.getState().reading.mapping;
  void actions.mean("zgoda", "TAK", "yes");
  expect(store.getState().busy).toBe("inspect");
  await actions.map(1, first);
  expect(store.getState().reading.mapping.slice(0, 2)).toEqual([first, first]);
  expect(store.getState().busy).toBeUndefined();
});

test("a check asked for during an inspection follows it", async () => {
  const inspection = fromJson(InspectionSchema, INSPECTION);
  const calls: string[] = [];
  let answer = (): void => undefined;
  const api = sampleApi((router) =>
    router.service(ImportService, {
      inspectImport: () =>
        new Promise((resolve) => {
          calls.push("inspect");
          answer = () => resolve({ inspection });
        }),
      checkImport: ({ options }) => {
        calls.push("check");
        expect(options?.values["zgoda e-mail"]).toMatchObject({ NIE: "keep" });
        return { import: imported({ check: { state: "running" } }) };
      },
    }),
  );
  const store = createImportStore(imported({}), { value: inspection, fault: undefined });
  const actions = createImportActions(api, store);
  void actions.mean("zgoda e-mail", "NIE", "keep");
  await vi.waitFor(() => expect(calls).toEqual(["inspect"]));
  const checked = actions.check();
  expect(store.getState().busy).toBe("check");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toEqual(["inspect"]);
  answer();
  expect(await checked).toBe(true);
  expect(calls).toEqual(["inspect", "check"]);
  expect(store.getState().busy).toBeUndefined();
});
