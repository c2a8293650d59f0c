import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { routes } from "../../../app/routes";
import { ContactsService, ListGroupsResponseSchema } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetPredefinedWeightsResponseSchema,
  ScoringService,
  type PreviewScoringRequest,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CONSTANTS } from "../../../test/sample-data";
import { DRAFT_ID, DRAFTS, samplePreview } from "../../../test/sample-editor";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { refusal, sampleApi } from "../../../test/sample-api";
import { editPath } from "..";

interface Options {
  readonly sources?: JsonValue[];
  readonly groups?: JsonValue;
  readonly status?: 0 | 2;
  readonly createGroup?: () => { id: number } | Promise<{ id: number }>;
  /** The answer of the second preview waits for it. */
  readonly second?: Promise<unknown>;
}

const FEW: JsonValue = {
  "007": { items: [1, 2].map((id) => ({ id, name: id === 1 ? "VIP" : "Pracownicy", uid: "007", emailValue: 10 })) },
  "042": { items: [{ id: 4, name: "Sklep", uid: "042" }] },
};

async function open({
  sources = [],
  groups = FEW,
  status = 0,
  createGroup = () => ({ id: 90 }),
  second,
}: Options = {}) {
  const asked: PreviewScoringRequest[] = [];
  const draft = DRAFTS[DRAFT_ID] as Record<string, Record<string, object>>;
  const config = { ...draft["config"], mailing: { ...draft["config"]?.["mailing"], dataSources: sources } };
  const api = sampleApi((router) => {
    router.service(ContactsService, {
      listDatabases: () => ({ items: ["007", "042"].map((uid) => ({ uid, contactCount: 100 })) }),
      listGroups: () => fromJson(ListGroupsResponseSchema, { uids: groups }),
      listProperties: () => ({}),
      createGroup,
    });
    router.service(ScoringService, {
      getScoring: () => ({ scoring: fromJson(ScoringSchema, { ...draft, status, config }) }),
      getPredefinedWeights: () => fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS),
      saveScoring: () => ({ version: 9 }),
      previewScoring: async (request) => {
        asked.push(request);
        if (asked.length > 1) await second;
        return samplePreview(request);
      },
    });
  });
  await renderApp(routes, api, {
    path: `/scoring/edit/search-and-choose-groups?id=${DRAFT_ID}`,
    state: editPath({ id: DRAFT_ID }).state,
  });
  // The first page also loads antd.
  await screen.findByRole("table", { name: "Grupy" }, { timeout: 30_000 });
  return asked;
}

const marksOf = (group: string) => within(screen.getByRole("radiogroup", { name: group }));

test("marks go to the preview as they stand", async () => {
  const asked = await open();
  await userEvent.click(screen.getByRole("checkbox", { name: "Oceniaj bazę 042" }));
  await userEvent.click(screen.getByRole("button", { name: /007/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Wybrane grupy" }));
  await userEvent.click(marksOf("VIP, baza 007").getByRole("radio", { name: "Oceniaj" }));
  await userEvent.click(marksOf("Pracownicy, baza 007").getByRole("radio", { name: "Wyklucz" }));
  await waitFor(() =>
    expect(asked.at(-1)?.config?.sms?.dataSources).toMatchObject([
      { uid: "007", includedAll: false, includedGroupIds: [1], excludedGroupIds: [2] },
      { uid: "042", includedAll: true },
    ]),
  );
  await expectAccessible();
});

test("a group that was deleted is a chip that can be removed", async () => {
  const asked = await open({ sources: [{ uid: "007", includedGroupIds: [1, 99], excludedGroupIds: [] }] });
  expect(screen.getByText(/Grupa usunięta/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Odznacz: Grupa usunięta" }));
  expect(screen.queryByText(/Grupa usunięta/)).toBeNull();
  await waitFor(() => expect(asked.at(-1)?.config?.mailing?.dataSources[0]?.includedGroupIds).toEqual([1]));
});

test("the groups of an active scoring are text, which can still be searched", async () => {
  await open({ status: 2, sources: [{ uid: "007", includedGroupIds: [1], excludedGroupIds: [2] }] });
  const table = screen.getByRole("table", { name: "Grupy" });
  expect(within(table).getByRole("row", { name: /^VIP/ })).toHaveTextContent(/Oceniana$/);
  expect(within(table).getByRole("row", { name: /^Pracownicy/ })).toHaveTextContent(/Wykluczona$/);
  expect(within(table).queryByRole("radio")).not.toBeInTheDocument();
  for (const name of ["Nowa grupa", /^Odznacz/, /^Oceniaj/]) {
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  }
  expect(screen.getByRole("checkbox", { name: "Oceniaj bazę 007" })).toBeDisabled();
  await userEvent.type(screen.getByRole("searchbox", { name: "Szukaj grupy" }), "vip");
  await waitFor(() => expect(screen.getByRole("table", { name: "Grupy" })).toHaveAttribute("aria-rowcount", "2"));
  await expectAccessible();
});

test("only exclusions keep from going on", async () => {
  await open({ sources: [{ uid: "007", excludedGroupIds: [2] }] });
  expect(screen.getByText("Wskaż, kogo oceniać")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Dalej" }));
  expect(await screen.findByText("Wskaż, kogo oceniać w bazie 007")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Grupy");
});

test("a new group is chosen at once, and a name that exists is refused at its field", async () => {
  await open({ sources: [{ uid: "007", includedGroupIds: [1], excludedGroupIds: [] }] });
  await userEvent.click(screen.getByRole("button", { name: "Nowa grupa" }));
  const name = screen.getByRole("textbox", { name: /^Nazwa nowej grupy/ });
  await userEvent.type(name, "vip{Enter}");
  expect(name).toHaveAccessibleDescription("Taka nazwa już istnieje");
  await userEvent.clear(name);
  await userEvent.type(name, "Nowi{Enter}");
  expect(await screen.findByRole("button", { name: "Odznacz: Nowi" })).toBeVisible();
  expect(marksOf("Nowi, baza 007").getByRole("radio", { name: "Oceniaj" })).toBeChecked();
});

test("a new group keeps the marks that were made while it was added", async () => {
  let add = (): void => undefined;
  const added = new Promise<void>((resolve) => (add = resolve));
  await open({
    sources: [{ uid: "007", includedGroupIds: [1], excludedGroupIds: [] }],
    createGroup: () => added.then(() => ({ id: 90 })),
  });
  await userEvent.click(screen.getByRole("button", { name: "Nowa grupa" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Nazwa nowej grupy/ }), "Nowi{Enter}");
  await userEvent.click(marksOf("Pracownicy, baza 007").getByRole("radio", { name: "Wyklucz" }));
  add();
  expect(await screen.findByRole("button", { name: "Odznacz: Nowi" })).toBeVisible();
  expect(marksOf("Pracownicy, baza 007").getByRole("radio", { name: "Wyklucz" })).toBeChecked();
});

test("what the server says about the name stands at its field", async () => {
  await open({
    createGroup: () => {
      throw refusal(409, "GROUP_EXISTS");
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Nowa grupa" }));
  const name = screen.getByRole("textbox", { name: /^Nazwa nowej grupy/ });
  await userEvent.type(name, "Nowi{Enter}");
  await waitFor(() => expect(name).toHaveAccessibleDescription(/takiej nazwie już istnieje/));
});

test("of 5,000 groups only those in view are drawn, and a search finds any", async () => {
  const items = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Grupa ${id} Łódź`, uid: "007" }));
  await open({ groups: { "007": { items } } });
  const table = screen.getByRole("table", { name: "Grupy" });
  expect(table).toHaveAttribute("aria-rowcount", "5001");
  expect(within(table).getAllByRole("row").length).toBeLessThan(25);
  await userEvent.type(screen.getByRole("searchbox", { name: "Szukaj grupy" }), "4321 lodz");
  expect(await screen.findByText("Grupa 4321 Łódź")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("table", { name: "Grupy" })).toHaveAttribute("aria-rowcount", "2"));
});

test("the panel says who is left out and how fresh it is", async () => {
  let answer: (answer?: unknown) => void = () => undefined;
  await open({ second: new Promise((resolve) => (answer = resolve)) });
  expect(await screen.findByText("podgląd z 12:04")).toBeVisible();
  expect(screen.getAllByText("Brak zgody")).toHaveLength(2);
  await userEvent.click(marksOf("VIP, baza 007").getByRole("radio", { name: "Wyklucz" }));
  expect(await screen.findByText("dla poprzednich ustawień")).toBeVisible();
  answer();
  expect(await screen.findByText("podgląd z 12:04")).toBeVisible();
});
