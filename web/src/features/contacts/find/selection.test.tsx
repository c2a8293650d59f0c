import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContactsService } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { keepSearch } from "../../../stores/search-store";
import { people } from "../../../test/sample-people";
import { renderApp } from "../../../test/render-app";
import { refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const click = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => keepSearch("contacts", undefined));
afterEach(() => vi.useRealTimers());

test("contacts chosen by a search are not those of another one, to which a link or the way back leads", async () => {
  const router = await renderApp(routes, sampleApi(), { path: "/contacts" });
  await screen.findByRole("heading", { level: 1, name: "Kontakty" });
  await router.navigate("/contacts?consent=given");
  await screen.findByText("Wyczyść filtry");
  await userEvent.click(screen.getByRole("checkbox", { name: "Zaznacz: anna@kwiaty.example" }));
  await click("Zaznacz wszystkie 2");
  await click("Dodaj do grupy");
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByText("Wyczyść filtry")).not.toBeInTheDocument());
  expect(screen.queryByText(/^Zaznaczono/)).not.toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("checkbox", { name: "Zaznacz: anna@kwiaty.example" }));
  await router.navigate("/contacts?sort=change&page=1");
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: /^Zmiana od/ })).toHaveAttribute("aria-sort", "ascending"),
  );
  expect(screen.getByText("Zaznaczono 1 kontakt")).toBeInTheDocument();
});

test("a new group that could not be filled is filled by the next attempt, and then offered", async () => {
  const asked: string[] = [];
  const items: { id: number; name: string; uid: string }[] = [];
  const api = sampleApi((router) =>
    router.service(ContactsService, {
      ...people,
      listDatabases: () => ({ items: [{ uid: "007" }] }),
      listGroups: () => ({ uids: { "007": { items } } }),
      createGroup: ({ uid, name }) => {
        asked.push(`create ${name}`);
        if (items.length > 0) throw refusal(409, "GROUP_EXISTS");
        items.push({ id: 9, name, uid });
        return { id: 9 };
      },
      addGroupMembers: ({ id, numbers }) => {
        asked.push(`add ${id}`);
        if (asked.length === 2) throw refusal(503);
        return { added: numbers.length };
      },
    }),
  );
  await renderApp(routes, api, { path: "/contacts" });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz: anna@kwiaty.example" }));
  await click("Utwórz grupę");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("combobox"), "Nowi");
  await userEvent.click(dialog.getByRole("button", { name: "Dodaj 1 kontakt" }));
  expect(await dialog.findByRole("alert")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Dodaj 1 kontakt" }));
  expect(await screen.findByText("Grupa „Nowi”: dodano 1")).toBeInTheDocument();
  expect(asked).toEqual(["create Nowi", "add 9", "add 9"]);
  await userEvent.click(await screen.findByRole("combobox", { name: "Grupa" }));
  expect(screen.getByRole("option", { name: /^Nowi/ })).toBeInTheDocument();
});

test("activity is searched for since a day of the account, not of Greenwich", async () => {
  const days: string[] = [];
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-02T23:30:00Z") });
  const api = sampleApi((router) =>
    router.rpc(ContactsService.method.searchContacts, (request) => {
      days.push(request.activeSince);
      return people.searchContacts(request);
    }),
  );
  await renderApp(routes, api, { path: "/contacts?active=7" });
  await screen.findByRole("heading", { level: 1, name: "Kontakty" });
  // In Warsaw it is the third.
  expect(days[0]).toBe("2026-10-27");
});

test("a file is downloaded once by a double click", async () => {
  let downloads = 0;
  let answer = (): void => undefined;
  URL.createObjectURL = () => "blob:";
  URL.revokeObjectURL = () => undefined;
  const api = sampleApi(
    (router) => router.rpc(ContactsService.method.listDatabases, () => ({ items: [{ uid: "007" }] })),
    async () => {
      downloads += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return { name: "kontakty.csv", blob: new Blob() };
    },
  );
  await renderApp(routes, api, { path: "/contacts" });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz: anna@kwiaty.example" }));
  await click("Zaznacz wszystkie 2");
  await userEvent.dblClick(screen.getByRole("button", { name: "Pobierz" }));
  answer();
  expect(await screen.findByText("Pobrano plik kontakty.csv")).toBeInTheDocument();
  expect(downloads).toBe(1);
});
