import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import {
  ImportSchema,
  ImportService,
  InspectionSchema,
  type ReadOptions,
} from "../../../gen/puls/contacts/v1/import_service_pb";
import { IMPORT_IDS, IMPORTS, INSPECTION } from "../../../test/sample-imports";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const FOUND: JsonObject = {
  ...INSPECTION,
  mappedAs: null,
  notices: [],
  tool: "Mailchimp",
  headerLine: 3,
  firstRows: [
    { line: 1, cells: ["Lista klientów"] },
    { line: 3, cells: ["Email Address", "UNSUB_TIME"] },
    { line: 4, cells: ["anna@kwiaty.example", "2019-01-02"] },
  ],
  columns: [
    { name: "Email Address", examples: ["anna@kwiaty.example"], field: "email", because: "NAME" },
    {
      name: "UNSUB_TIME",
      examples: ["2019-01-02"],
      field: "email_consent",
      because: "NAME",
      values: [
        { value: "*", count: 5, meaning: "unsubscribed" },
        { value: "", count: 2, meaning: "keep" },
      ],
    },
  ],
  rows: [{ line: 9, cells: ["Razem", "7"], reason: "TOTALS_ROW: the row sums up the ones above it and is left out" }],
};

describe("a file of another tool", () => {
  test("says whose it is, which row names its columns, and takes both back", async () => {
    const asked: (ReadOptions | undefined)[] = [];
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: fromJson(ImportSchema, IMPORTS[0]!) }),
        inspectImport: ({ options }) => {
          asked.push(options);
          const headerLine = options?.headerLine === 0 ? 3 : (options?.headerLine ?? 3);
          return { inspection: fromJson(InspectionSchema, { ...FOUND, headerLine }) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    expect(await screen.findByText("Rozpoznany plik: Mailchimp")).toBeInTheDocument();
    expect(screen.getByRole("combobox", { name: "„wypełnione” znaczy" })).toHaveValue("unsubscribed");
    expect(screen.getByText("Pominięty")).toBeInTheDocument();
    expect(screen.getByText(/^Wiersz z\ssumami$/)).toBeInTheDocument();
    const header = screen.getByRole("combobox", { name: "Nazwy kolumn" });
    expect(header).toHaveDisplayValue("Wiersz 3: Email Address · UNSUB_TIME");
    await expectAccessible();
    await userEvent.selectOptions(header, "Wiersz 4: anna@kwiaty.example · 2019-01-02");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ headerLine: 4, noHeader: false, mapping: [] }));
    await userEvent.selectOptions(header, "Plik ich nie ma");
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ headerLine: 0, noHeader: true, mapping: [] }));
    await userEvent.click(screen.getByRole("button", { name: "Wybierz kolumny od zera" }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ mapping: ["", ""] }));
    expect(screen.queryByRole("button", { name: "Wybierz kolumny od zera" })).toBeNull();
  });

  test("of another kind than it was uploaded as is read as what it is by one click", async () => {
    const asked: (ReadOptions | undefined)[] = [];
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: fromJson(ImportSchema, IMPORTS[0]!) }),
        inspectImport: ({ options }) => {
          asked.push(options);
          const turned = options?.kind === "engagement";
          const kind = turned ? "engagement" : "contacts";
          const as = { ...FOUND, kind, otherKind: turned ? "" : "engagement" };
          return { inspection: fromJson(InspectionSchema, as) };
        },
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}` });
    expect(await screen.findByText(/^To wygląda na plik z\swysyłkami i\sreakcjami$/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Czytaj jako wysyłki i\u00a0reakcje" }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: "engagement", mapping: [], headerLine: 3 }));
    expect(await screen.findByText(/^Wysyłki i\sreakcje · /)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Czytaj jako wysyłki i\u00a0reakcje" })).toBeNull();
  });

  test("has its rows of totals and titles in the check, and withdrawals under the recommended answer", async () => {
    const check = {
      ...{ state: "done", read: 6, kept: 5, refused: 1, checkedAt: "2026-11-02T11:04:00Z" },
      effects: { newCount: 1, changedCount: 2, emailConsentsWithdrawn: 2, newGroups: ["VIP"], newGroupCount: 500 },
      leftOut: { titles: 2, totals: 1 },
    };
    const api = sampleApi((router) =>
      router.service(ImportService, {
        getImport: () => ({ import: fromJson(ImportSchema, IMPORTS[0]!) }),
        inspectImport: () => ({ inspection: fromJson(InspectionSchema, FOUND) }),
        checkImport: ({ options }) => ({
          import: fromJson(ImportSchema, {
            ...IMPORTS[0],
            check,
            options: { consentPolicy: options?.consentPolicy ?? "" },
          }),
        }),
      }),
    );
    await renderApp(routes, api, { path: `/imports/${IMPORT_IDS.draft}`, language: "en" });
    await userEvent.click(await screen.findByRole("button", { name: "Check the file" }));
    expect(await screen.findByText("1 row of totals left out")).toBeInTheDocument();
    expect(screen.getByText("2 rows above the header left out")).toBeInTheDocument();
    expect(
      screen.getByText("5 rows accepted, 3 contacts in them. Some are in the file more than once."),
    ).toBeInTheDocument();
    expect(screen.getByText("500 groups will be created: VIP, …")).toBeInTheDocument();
    expect(
      await screen.findByRole("radio", {
        name: /The file gives nobody consent\. 2 contacts that the file lists as unsubscribed or blocked lose it\./,
      }),
    ).toBeChecked();
  });
});
