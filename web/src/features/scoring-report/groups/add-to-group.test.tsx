import { fromJson } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { errorFromAnswer } from "../../../api/fault";
import {
  GroupExportSchema,
  GroupExportService,
  type ExportToGroupsRequest,
  type GroupExport,
} from "../../../gen/puls/contacts/v1/group_export_service_pb";
import { ContactsService } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { GetPartitionSummaryResponseSchema, ReportService } from "../../../gen/puls/reports/v1/report_service_pb";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { ID, PARTITION, refusal, sampleApi } from "../../../test/sample-api";
import { keepSearch, searchText } from "../../../stores/search-store";
import { routes } from "../../../app/routes";

const REPORT = `/reports/scoring/summary/${ID}`;
const MADE = {
  id: "0197f1a2-7e10-7a11-b0aa-0123456789b0",
  scoringType: "mailing",
  generatedDate: "2026-11-01",
  items: [{ uid: "007", groupId: 9, groupName: "x", scoringMin: 81, scoringMax: 100, added: 88, alreadyThere: 12 }],
};
const made = (): GroupExport => fromJson(GroupExportSchema, MADE);
const UNDONE = { ...MADE, undoneAt: "2026-11-01T11:07:00Z", items: [{ ...MADE.items[0], removed: 87 }] };
const RESULT = {
  ...(PARTITION as object),
  databases: [
    { uid: "007", counts: [60, 150, 400, 100, 70] },
    { uid: "042", counts: [40, 50, 50, 50, 30] },
  ],
};

/** An api that records its requests with their keys, and responds as given. */
function exporting(answer: () => GroupExport = made) {
  const orders: { order: ExportToGroupsRequest; key: string | null }[] = [];
  const api = sampleApi((router) => {
    router.service(GroupExportService, {
      listGroupExports: () => ({ items: [] }),
      exportToGroups: (order, { requestHeader }) => {
        orders.push({ order, key: requestHeader.get("idempotency-key") });
        return { export: answer() };
      },
      exportExcludedToGroups: () => ({ export: answer() }),
      undoGroupExport: () => ({ export: fromJson(GroupExportSchema, UNDONE) }),
    });
    router.service(ReportService, {
      getPartitionSummary: () => fromJson(GetPartitionSummaryResponseSchema, RESULT),
      getExcludedReasonsSummary: () => ({
        excludedReasons: { NO_CONSENT: { emailCount: 200 }, NO_SENDING: { emailCount: 40 } },
      }),
      listGeneratedDates: () => ({ items: ["2026-11-02"] }),
    });
  });
  return { api, orders };
}

async function openDialog(words = "Utwórz grupę") {
  await userEvent.click(await screen.findByRole("button", { name: words }));
  return within(await screen.findByRole("dialog"));
}

describe("adding to a group", () => {
  test("says below the table how many are ticked, and makes a group of these", async () => {
    const { api } = exporting();
    await renderApp(routes, api, { path: `${REPORT}/exclusions` });
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Brak wysyłek/ }));
    expect(screen.getByText("Zaznaczono: 40")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("checkbox", { name: "Brak zgody" }));
    expect(screen.getByText("Zaznaczono: 240")).toBeInTheDocument();
    const dialog = await openDialog("Utwórz grupę z\u00a0zaznaczonych");
    expect(await dialog.findByRole("checkbox", { name: /^Brak zgody/ })).toBeChecked();
    await expectAccessible();
  });

  test("begins with the highest scores and a name that follows the ticked rows", async () => {
    const { api, orders } = exporting();
    await renderApp(routes, api, { path: `${REPORT}/details` });
    const dialog = await openDialog();
    const field = dialog.getByRole("combobox");
    expect(field).toHaveValue("Newsletter 81–100, 02/11/2026");
    expect(dialog.getByText(/^W\skażdej bazie osobna grupa o\stej nazwie: 007, 042\.$/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("checkbox", { name: /^61–100|61–80/ }));
    expect(field).toHaveValue("Newsletter 61–100, 02/11/2026");
    await expectAccessible();
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj 250 kontaktów" }));
    expect(await dialog.findByText("dodano 88, już w grupie 12")).toBeInTheDocument();
    expect(orders).toHaveLength(1);
    expect(orders[0]?.order).toMatchObject({
      id: ID,
      scoringType: "mailing",
      generatedDate: "2026-11-02",
      uids: [],
      targets: [{ scoringMin: 61, scoringMax: 100, groupId: 0, newGroupName: "Newsletter 61–100, 02/11/2026" }],
    });
    await expectAccessible();
    await userEvent.click(dialog.getByRole("button", { name: "Cofnij" }));
    expect(await dialog.findByText("Usunięto z grupy: 87")).toBeInTheDocument();
  });

  test("takes a group that exists, with the contacts of its database only", async () => {
    const { api, orders } = exporting();
    await renderApp(routes, api, { path: `${REPORT}/details`, language: "en" });
    const dialog = await openDialog("Create a group");
    const field = dialog.getByRole("combobox");
    await userEvent.clear(field);
    await userEvent.type(field, "sk");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(field).toHaveValue("Sklep");
    expect(dialog.getByText(/Only contacts of database 042 join it: 30\./)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Add 30 contacts" }));
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orders[0]?.order.targets).toMatchObject([{ groupId: 4, newGroupName: "" }]);
  });

  test("happens once however often it is tried, until something is changed", async () => {
    const { api, orders } = exporting(() => {
      throw refusal(503);
    });
    await renderApp(routes, api, { path: `${REPORT}/details` });
    const dialog = await openDialog();
    const submit = (): Promise<void> => userEvent.click(dialog.getByRole("button", { name: /^Dodaj \d/ }));
    await submit();
    expect(await dialog.findByText("Nikogo nie dodano")).toBeInTheDocument();
    await submit();
    await waitFor(() => expect(orders).toHaveLength(2));
    await userEvent.type(dialog.getByRole("combobox"), "!");
    await submit();
    await waitFor(() => expect(orders).toHaveLength(3));
    const [first, again, changed] = orders.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });

  test("shows an error of the name at its field, and one of the choice at the choice", async () => {
    const { api, orders } = exporting(() => {
      throw refusal(400, "GROUP_EXISTS", [{ field: "targets[0].newGroupName", class: "GROUP_EXISTS" }]);
    });
    await renderApp(routes, api, { path: `${REPORT}/details` });
    const dialog = await openDialog();
    const field = dialog.getByRole("combobox");
    await userEvent.click(dialog.getByRole("button", { name: /^Dodaj \d/ }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/już istnieje/));
    await userEvent.clear(field);
    await userEvent.click(dialog.getByRole("button", { name: /^Dodaj \d/ }));
    expect(field).toHaveAccessibleDescription(/^Wybierz grupę albo podaj nazwę nowej /);
    await userEvent.click(dialog.getByRole("checkbox", { name: /^81–100/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj 0 kontaktów" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Zaznacz, kto ma trafić do grupy");
    expect(orders).toHaveLength(1);
  });

  test("that meets a new calculation leads back to the report", async () => {
    const { api } = exporting(() => {
      throw refusal(409, "REPORT_REPLACED");
    });
    await renderApp(routes, api, { path: `${REPORT}/details` });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole("button", { name: /^Dodaj \d/ }));
    await userEvent.click(await dialog.findByRole("button", { name: "Odśwież raport" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("of those left out is by reason", async () => {
    const { api } = exporting();
    await renderApp(routes, api, { path: `${REPORT}/exclusions` });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole("checkbox", { name: /^Brak wysyłek/ }));
    expect(dialog.getByRole("combobox")).toHaveValue("Newsletter, Brak wysyłek w\u00a0okresie analizy, 02/11/2026");
    await userEvent.click(dialog.getByRole("checkbox", { name: /^Brak zgody/ }));
    expect(dialog.getByRole("combobox")).toHaveValue("Newsletter, wykluczeni, 02/11/2026");
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj 240 kontaktów" }));
    expect(await dialog.findByText("dodano 88, już w grupie 12")).toBeInTheDocument();
  });
});

test("an addition can be undone once the dialog is closed", async () => {
  const { api } = exporting();
  await renderApp(routes, api, { path: `${REPORT}/details` });
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Dodaj \d/ }));
  await dialog.findByText("dodano 88, już w grupie 12");
  expect(screen.queryByText("Dodano do grupy: 88")).not.toBeInTheDocument();
  await userEvent.click(dialog.getByText("Zamknij"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(await screen.findByText("Dodano do grupy: 88")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cofnij" }));
  expect(await screen.findByText("Usunięto z grupy: 87")).toBeInTheDocument();
});

test.each([
  ["empty", { contactCount: 0, usedBy: [] }, true],
  ["with others in it", { contactCount: 3, usedBy: [] }, false],
  ["of a scoring", { contactCount: 0, usedBy: [{ scoringId: ID, name: "Newsletter" }] }, false],
])(
  "a new group that is %s after undoing is offered to be removed only where it holds nothing",
  async (_, rest, empty) => {
    const removed: number[] = [];
    const fresh = { ...MADE.items[0], created: true };
    const api = sampleApi((router) => {
      router.service(GroupExportService, {
        listGroupExports: () => ({ items: [] }),
        exportToGroups: () => ({ export: fromJson(GroupExportSchema, { ...MADE, items: [fresh] }) }),
        undoGroupExport: () => ({
          export: fromJson(GroupExportSchema, { ...UNDONE, items: [{ ...fresh, removed: 88 }] }),
        }),
      });
      router.rpc(ContactsService.method.listGroups, () => ({
        uids: { "007": { items: [{ id: 9, name: "x", uid: "007", ...rest }] } },
      }));
      router.rpc(ContactsService.method.deleteGroup, ({ id }) => {
        removed.push(id);
        return {};
      });
    });
    await renderApp(routes, api, { path: `${REPORT}/details` });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole("button", { name: /^Dodaj \d/ }));
    expect(await dialog.findByRole("button", { name: "Zobacz grupę" })).toBeInTheDocument();
    await userEvent.click(await dialog.findByRole("button", { name: "Cofnij" }));
    if (!empty) {
      expect(await dialog.findByText(/^Nowe grupy zostały/)).toBeInTheDocument();
      expect(dialog.queryByRole("button", { name: /^Usuń/ })).not.toBeInTheDocument();
      return;
    }
    await userEvent.click(await dialog.findByRole("button", { name: "Usuń pustą grupę „x”" }));
    expect(await dialog.findByText("Usunięto grupę „x”.")).toBeInTheDocument();
    expect(removed).toEqual([9]);
  },
);

test("the receipt leads to the contacts of the group, without an earlier search", async () => {
  const api = sampleApi((router) =>
    router.service(GroupExportService, {
      listGroupExports: () => ({ items: [] }),
      exportToGroups: () => ({ export: made() }),
    }),
  );
  keepSearch("contacts", "nikt@kwiaty.example");
  const router = await renderApp(routes, api, { path: `${REPORT}/details` });
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByRole("button", { name: /^Dodaj \d/ }));
  await userEvent.click(await dialog.findByRole("button", { name: "Zobacz grupę" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  expect(searchText("contacts")).toBe("");
});

test("an earlier receipt can be undone once, and says when it had been", async () => {
  const body = JSON.stringify({ error: { title: "" }, meta: { class: "EXPORT_UNDONE" }, current: UNDONE });
  const api = sampleApi((router) =>
    router.service(GroupExportService, {
      listGroupExports: () => ({ items: [made()] }),
      undoGroupExport: () => {
        throw errorFromAnswer(body, 422, {});
      },
    }),
  );
  await renderApp(routes, api, { path: `${REPORT}/details` });
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByText("Wcześniej dodane (1 potwierdzenie)"));
  await userEvent.click(await dialog.findByRole("button", { name: "Cofnij" }));
  expect(await dialog.findByText("Już cofnięto 01/11/2026 12:07")).toBeInTheDocument();
});

test("web contacts join by their highest score, strangers are skipped and it is said before", async () => {
  const item = { scoringMin: 81, all: { count: 50 }, known: { count: 20 }, unknown: { count: 30 } };
  const api = sampleApi((router) =>
    router.service(ReportService, {
      getPartitionSummary: () => ({ items: [item], scoringType: "web", generatedDate: "2026-11-02", emailCount: 50 }),
      listGeneratedDates: () => ({ items: ["2026-11-02"] }),
      getExcludedReasonsSummary: () => ({}),
    }),
  );
  await renderApp(routes, api, { path: `${REPORT}/details` });
  const dialog = await openDialog();
  expect(dialog.getByRole("checkbox", { name: /^81–100/ })).toBeChecked();
  expect(dialog.getByText(/30 nieznanych pominięto/)).toBeInTheDocument();
});
