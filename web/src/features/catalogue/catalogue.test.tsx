import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import { keepSearch, searchText } from "../../stores/search-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const row = (name: RegExp): HTMLElement => screen.getByRole("row", { name });
const openMenu = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole("button", { name: `Działania: ${name}` }));

/** Numbers are never reused: the page hides deleted ones. */
let lastId = 100;

/** A server that stores groups: Newsletter, and VIP with the number `vip`. */
function keeper() {
  const vip = (lastId += 10);
  let items = [
    { id: vip + 1, name: "Newsletter", uid: "007", emailValue: 12, contactCount: 13 },
    { id: vip, name: "VIP", uid: "042", emailValue: 6, contactCount: 7 },
  ];
  const asked: string[] = [];
  const api = sampleApi((router) =>
    router.service(ContactsService, {
      listDatabases: () => ({ items: [{ uid: "007" }, { uid: "042" }] }),
      listGroups: () => ({ uids: { "007": { items } } }),
      listProperties: () => ({}),
      createGroup: ({ uid, name }, { requestHeader }) => {
        asked.push(`create ${uid} ${name}`);
        expect(requestHeader.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
        if (items.some((one) => one.name === name)) throw refusal(409, "GROUP_EXISTS");
        items = [...items, { id: vip + 2, name, uid, emailValue: 0, contactCount: 0 }];
        return { id: vip + 2 };
      },
      renameGroup: ({ id, name }) => {
        asked.push(`rename ${id} ${name}`);
        if (items.some((one) => one.name === name)) throw refusal(409, "GROUP_EXISTS");
        items = items.map((one) => (one.id === id ? { ...one, name } : one));
        return {};
      },
      deleteGroup: ({ id }) => {
        asked.push(`delete ${id}`);
        items = items.filter((one) => one.id !== id);
        return {};
      },
    }),
  );
  return { api, asked, vip };
}

afterEach(() => vi.useRealTimers());

describe("groups", () => {
  test("say how many contacts they hold, what uses them, and lead to their contacts", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/groups" });
    await heading("Grupy");
    await expectAccessible();
    expect(screen.getByRole("link", { name: "Grupy i\u00a0cechy", current: "page" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Kontakty" })).not.toHaveAttribute("aria-current");
    const used = within(row(/^Newsletter/));
    expect(used.getAllByRole("cell").map(({ textContent }) => textContent.replaceAll(/\s/g, " "))).toEqual([
      "007",
      "13 000",
      "12 400",
      "5 100",
      "Newsletter",
      "Działania: Newsletter",
    ]);
    expect(used.getAllByRole("link")[1]).toHaveAttribute("href", expect.stringContaining("/reports/scoring/summary/"));
    expect(screen.getByRole("link", { name: "VIP" })).toHaveAttribute("href", "/contacts?group=3");
    keepSearch("contacts", "nikt@kwiaty.example");
    await userEvent.click(screen.getByRole("link", { name: "VIP" }));
    await heading("Kontakty");
    expect(searchText("contacts")).toBe("");
  });

  test("are found by name and database, in the address; no match leads back", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/contacts/groups" });
    await heading("Grupy");
    await userEvent.type(screen.getByRole("searchbox", { name: "Szukaj grupy" }), "vip");
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(1));
    expect(router.state.location.search).toBe("?q=vip");
    await userEvent.selectOptions(screen.getByLabelText("Baza"), "042");
    expect(await screen.findByRole("heading", { name: "Nic nie pasuje" })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Wyczyść filtry" }));
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(4));
    expect(router.state.location.search).toBe("");
  });

  test("are made in a database; a name that is taken is said at the field", async () => {
    const { api, asked } = keeper();
    await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    await userEvent.click(screen.getByRole("button", { name: "Nowa grupa" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj grupę" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Nazwij grupę");
    await expectAccessible();
    await userEvent.type(dialog.getByLabelText("Nazwa"), "VIP");
    await userEvent.selectOptions(dialog.getByLabelText("Baza"), "042");
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj grupę" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(/już istnieje/);
    await userEvent.type(dialog.getByLabelText("Nazwa"), " 2{Enter}");
    expect(await screen.findByText("Dodano grupę „VIP 2”")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "VIP 2" })).toBeInTheDocument();
    expect(asked).toEqual(["create 042 VIP", "create 042 VIP 2"]);
  });

  test("are renamed in their row; Escape leaves the name", async () => {
    const { api, asked, vip } = keeper();
    await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    await openMenu("VIP");
    await userEvent.click(screen.getByRole("menuitem", { name: "Zmień nazwę" }));
    const field = screen.getByRole("textbox", { name: "Nazwa" });
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, "Newsletter{Enter}");
    expect(await screen.findByText(/już istnieje/)).toBeInTheDocument();
    await userEvent.type(field, " 2{Enter}");
    expect(await screen.findByRole("link", { name: "Newsletter 2" })).toBeInTheDocument();
    await openMenu("Newsletter");
    await userEvent.click(screen.getByRole("menuitem", { name: "Zmień nazwę" }));
    await userEvent.keyboard("x{Escape}");
    expect(await screen.findByRole("link", { name: "Newsletter" })).toBeInTheDocument();
    expect(asked).toEqual([`rename ${vip} Newsletter`, `rename ${vip} Newsletter 2`]);
  });

  test("are deleted after ten seconds, and come back when it is undone", async () => {
    const { api, asked, vip } = keeper();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    await openMenu("VIP");
    await userEvent.click(screen.getByRole("menuitem", { name: "Usuń" }));
    expect(screen.queryByRole("link", { name: "VIP" })).not.toBeInTheDocument();
    expect(screen.getByText("Usunięto grupę „VIP”")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Cofnij" }));
    expect(screen.getByRole("link", { name: "VIP" })).toBeInTheDocument();
    expect(asked).toEqual([]);
    await openMenu("VIP");
    await userEvent.click(screen.getByRole("menuitem", { name: "Usuń" }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([`delete ${vip}`]);
    expect(screen.queryByRole("link", { name: "VIP" })).not.toBeInTheDocument();
  });

  test("go at once when the page is left", async () => {
    const { api, asked, vip } = keeper();
    await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    await openMenu("VIP");
    await userEvent.click(screen.getByRole("menuitem", { name: "Usuń" }));
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Cechy" }));
    await heading("Cechy");
    await waitFor(() => expect(asked).toEqual([`delete ${vip}`]));
  });

  test("that a scoring uses are not deleted: it is named", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/groups", language: "en" });
    await heading("Groups");
    await userEvent.click(screen.getByRole("button", { name: "Actions: Newsletter" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Group “Newsletter” can’t be deleted" }));
    expect(dialog.getByRole("link", { name: "Newsletter" })).toHaveAttribute(
      "href",
      expect.stringContaining("/details"),
    );
    await expectAccessible();
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" })[1]!);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getAllByRole("rowheader")[0]).toHaveTextContent("Newsletter");
  });

  test("stay when the server refuses to delete them", async () => {
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [{ uid: "007" }] }),
        listGroups: () => ({ uids: { "007": { items: [{ id: 90, name: "VIP", uid: "007" }] } } }),
        deleteGroup: () => {
          throw refusal(422, "GROUP_IN_USE");
        },
      }),
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    expect(screen.queryByLabelText("Baza")).not.toBeInTheDocument();
    await openMenu("VIP");
    await userEvent.click(screen.getByRole("menuitem", { name: "Usuń" }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByText("Nie można usunąć tej grupy, bo używa jej scoring")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "VIP" })).toBeInTheDocument();
  });

  test("that are thousands come in pages, in natural order", async () => {
    const items = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, name: `Grupa ${at + 1}`, uid: "007" }));
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [{ uid: "007" }] }),
        listGroups: () => ({ uids: { "007": { items } } }),
        listProperties: () => ({}),
      }),
    );
    const router = await renderApp(routes, api, { path: "/contacts/groups" });
    await heading("Grupy");
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)[19]).toBe("Grupa 20");
    await userEvent.click(screen.getByRole("button", { name: "Następna strona" }));
    expect(await screen.findByRole("link", { name: "Grupa 21" })).toBeInTheDocument();
    expect(router.state.location.search).toBe("?page=2");
    await userEvent.type(screen.getByRole("searchbox"), "4999");
    expect(await screen.findByRole("link", { name: "Grupa 4999" })).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(1));
  });
});

describe("features", () => {
  test("are made with a type; signs that no name may have are said before the server is asked", async () => {
    const made: object[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [{ uid: "007" }] }),
        listProperties: () => ({}),
        addProperty: ({ uid, name, type }) => {
          made.push({ uid, name, type });
          return { id: 1 };
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts/features" });
    await heading("Cechy");
    expect(screen.getByRole("heading", { name: "Nie ma jeszcze cech" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Wgraj plik" })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: "Nowa cecha" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Nazwa"), "Ocena*");
    await userEvent.click(dialog.getByRole("radio", { name: "Liczba" }));
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj cechę" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Nazwa może zawierać tylko litery, cyfry, spacje");
    expect(made).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Nazwa"), "{Backspace} 50% | A&B_x-y{Enter}");
    await waitFor(() => expect(made).toEqual([{ uid: "007", name: "Ocena 50% | A&B_x-y", type: "Number" }]));
  });

  test("say their purpose: the scoring that fills them, and their type", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/features" });
    await heading("Cechy");
    const cells = within(row(/^scoring/)).getAllByRole("cell");
    expect(cells.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      "Ocena ze scoringu Newsletter",
      "007",
      "Liczba",
    ]);
    const other = within(row(/^Miasto/)).getAllByRole("cell");
    expect(other[0]).toHaveTextContent(/^Dane o.kontakcie$/);
    expect(other[2]).toHaveTextContent("Tekst");
  });

  test("of one name in several databases share a row, with the actions of each", async () => {
    const feature = (id: number, uid: string, rest: object) => ({ id, name: "Miasto", type: "Text", uid, ...rest });
    const usedBy = [{ scoringId: ID, name: "Newsletter", scoringType: "mailing" }];
    const renamed: unknown[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({
          items: [
            { uid: "007", name: "Sklep" },
            { uid: "042", name: "Salon" },
            { uid: "051", name: "Outlet" },
          ],
        }),
        listProperties: () => ({
          uids: {
            "007": { items: [feature(1, "007", { usedBy }), feature(3, "007", { name: "Wiek" })] },
            "042": { items: [feature(2, "042", {}), feature(4, "042", { name: "Wiek", type: "Number" })] },
            "051": { items: [feature(5, "051", { name: "Wiek" })] },
          },
        }),
        renameProperty: ({ id, name }) => {
          renamed.push([id, name]);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts/features" });
    await heading("Cechy");
    // A number and a text of one name are two features.
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Miasto", "Wiek", "Wiek"]);
    expect(within(row(/^Miasto/)).getAllByRole("cell")[1]).toHaveTextContent("Sklep, Salon");
    expect(row(/^Miasto/)).toHaveTextContent("Ocena ze scoringu Newsletter (Sklep)");
    await openMenu("Miasto");
    await expectAccessible();
    const salon = within(screen.getByRole("group", { name: "Salon" }));
    await userEvent.click(salon.getByRole("menuitem", { name: "Zmień nazwę" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Nazwa" }), " 2{Enter}");
    await waitFor(() => expect(renamed).toEqual([[2, "Miasto 2"]]));
  });

  test("that could not be loaded can be asked for again", async () => {
    let away = true;
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listProperties: () => {
          if (away) throw refusal(503);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts/features" });
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Spróbuj ponownie" }));
    expect(await screen.findByRole("heading", { name: "Nie ma jeszcze cech" })).toBeInTheDocument();
  });
});
