import { fromJson } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ContactSchema,
  ContactsService,
  type AddContactRequest,
  type UpdateContactRequest,
} from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { people } from "../../../test/sample-people";
import { ScoringService } from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { keepSearch } from "../../../stores/search-store";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const ANNA = "/contacts/007/12";
const click = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => keepSearch("contacts", undefined));

describe("contacts", () => {
  test("of a group that the address names are shown at once; database and group can be chosen", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        listDatabases: () => ({ items: [{ uid: "007" }, { uid: "042" }] }),
        listGroups: () => ({ uids: { "007": { items: [{ id: 3, name: "VIP", uid: "007" }] } } }),
        searchContacts: ({ query, uid, groupId, page, withActivity }) => {
          if (!withActivity) asked.push({ query, uid, groupId, page });
          return uid === "042"
            ? {}
            : { items: [{ uid: "007", number: 1, email: "a@b.pl", emailBlocked: true }], total: 1 };
        },
      }),
    );
    const router = await renderApp(routes, api, { path: "/contacts?group=3" });
    await screen.findByRole("link", { name: "a@b.pl" });
    expect(screen.getByText("zablokowany")).toBeInTheDocument();
    expect(await screen.findByRole("combobox", { name: "Grupa" })).toHaveValue("VIP");
    await expectAccessible();
    await userEvent.selectOptions(screen.getByLabelText("Baza"), "042");
    expect(await screen.findByRole("heading", { name: "Nic nie pasuje" })).toBeInTheDocument();
    expect(router.state.location.search).toBe("?group=3&uid=042");
    await userEvent.clear(await screen.findByRole("combobox", { name: "Grupa" }));
    await waitFor(() => expect(router.state.location.search).toBe("?uid=042"));
    await click("Wyczyść filtry");
    await screen.findByRole("link", { name: "a@b.pl" });
    expect(asked).toEqual([
      { query: "", uid: "", groupId: 3, page: 1 },
      { query: "", uid: "042", groupId: 3, page: 1 },
      { query: "", uid: "042", groupId: 0, page: 1 },
      { query: "", uid: "", groupId: 0, page: 1 },
    ]);
  });

  test("that are none yet lead to a file", async () => {
    const api = sampleApi((router) => router.service(ContactsService, { searchContacts: () => ({}) }));
    await renderApp(routes, api, { path: "/contacts" });
    expect(await screen.findByRole("heading", { name: "Nie ma jeszcze kontaktów" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Wgraj plik" })).toHaveAttribute("data-type", "primary");
    expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  });

  test("without scores have the next step above them, and search is not the main action", async () => {
    const api = sampleApi((router) => router.rpc(ScoringService.method.listScorings, () => ({})));
    await renderApp(routes, api, { path: "/contacts" });
    const step = await screen.findByRole("button", { name: /^(Wgraj wysyłki|Oblicz nowy scoring)$/ });
    expect(step).toHaveAttribute("data-type", "primary");
    expect(screen.getByRole("button", { name: "Szukaj" })).toHaveAttribute("data-type", "default");
    await expectAccessible();
  });

  test("that are ticked go into a group, out of it again, or into a new one", async () => {
    const asked: string[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        ...people,
        listDatabases: () => ({ items: [{ uid: "007" }, { uid: "042" }] }),
        listGroups: () => ({ uids: { "007": { items: [{ id: 3, name: "VIP", uid: "007" }] } } }),
        createGroup: ({ uid, name }) => {
          asked.push(`create ${uid} ${name}`);
          return { id: 9 };
        },
        addGroupMembers: ({ id, numbers }) => {
          asked.push(`add ${id} ${numbers.join()}`);
          return { added: numbers.length };
        },
        removeGroupMembers: ({ id, numbers }) => {
          asked.push(`remove ${id} ${numbers.join()}`);
          return { removed: numbers.length };
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts" });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz wszystkie na stronie" }));
    expect(await screen.findByText("Zaznaczono 2 kontakty")).toBeInTheDocument();
    await expectAccessible();
    await click("Dodaj do grupy");
    const dialog = within(await screen.findByRole("dialog", { name: "Dodaj do grupy" }));
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj 2 kontakty" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Wybierz grupę");
    await userEvent.type(dialog.getByRole("combobox"), "vip");
    expect(await dialog.findByText(/Grupa bazy 007: obejmie 1 z\s2 zaznaczonych/)).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(dialog.getByRole("button", { name: "Dodaj 2 kontakty" }));
    expect(await screen.findByText("Grupa „VIP”: dodano 1")).toBeInTheDocument();
    await click("Cofnij");
    expect(await screen.findByText("Grupa „VIP”: usunięto 1")).toBeInTheDocument();
    expect(screen.queryByText(/^Zaznaczono/)).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Zaznacz: antoni@kwiaty.example" }));
    await click("Dodaj do grupy");
    await userEvent.type(within(await screen.findByRole("dialog")).getByRole("combobox"), "Nowi");
    expect(await screen.findByText(/Utworzymy nową grupę w\sbazie 042/)).toBeInTheDocument();
    await click("Dodaj 1 kontakt");
    await waitFor(() => expect(asked).toEqual(["add 3 12", "remove 3 12", "create 042 Nowi", "add 9 3"]));
  });
});

describe("a new contact", () => {
  test("needs an address, and where its consents are from; what is refused stands at its field", async () => {
    const sent: AddContactRequest[] = [];
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        ...people,
        listDatabases: () => ({ items: [{ uid: "007" }, { uid: "042" }] }),
        listGroups: () => ({ uids: { "007": { items: [{ id: 3, name: "VIP", uid: "007" }] } } }),
        listProperties: () => ({ uids: { "007": { items: [{ id: 5, name: "Wiek", uid: "007", type: "Number" }] } } }),
        addContact: (request) => {
          sent.push(request);
          if (sent.length === 1) throw refusal(409, "CONTACT_EXISTS", [{ field: "email", class: "CONTACT_EXISTS" }]);
          return { contact: { uid: "007", number: 12 } };
        },
      }),
    );
    const router = await renderApp(routes, api, { path: "/contacts/new?uid=007" });
    await heading("Nowy kontakt");
    await expectAccessible();
    await click("Dodaj kontakt");
    expect(screen.getByRole("alert")).toHaveTextContent("Podaj e-mail, numer telefonu albo identyfikator zewnętrzny");
    await userEvent.type(screen.getByLabelText("E-mail"), "ola@kwiaty.example");
    expect(screen.getByLabelText("E-mail")).toHaveFocus();
    await userEvent.click(screen.getByLabelText("Zgoda na e-mail"));
    await click("Dodaj kontakt");
    expect(screen.getByRole("alert")).toHaveTextContent("Napisz, skąd jest ta zgoda");
    await userEvent.type(screen.getByLabelText("Skąd jest ta zgoda"), "rozmowa na targach");
    await userEvent.click(screen.getByRole("combobox", { name: "Dodaj grupę" }));
    await userEvent.click(screen.getByRole("option", { name: "VIP" }));
    await userEvent.click(screen.getByRole("combobox", { name: "Dodaj cechę" }));
    await userEvent.click(screen.getByRole("option", { name: /Wiek/ }));
    await userEvent.type(screen.getByLabelText("Wiek"), "41,5");
    await expectAccessible();
    await click("Dodaj kontakt");
    expect(await screen.findByText(/Ktoś w\stej bazie ma już ten adres/)).toBeInTheDocument();
    expect(screen.getByLabelText("E-mail")).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(screen.getByLabelText("E-mail"), "{Home}x");
    await click("Dodaj kontakt");
    await waitFor(() => expect(router.state.location.pathname).toBe(ANNA));
    expect(await screen.findByText("Dodano kontakt")).toBeInTheDocument();
    expect(sent[1]).toMatchObject({
      uid: "007",
      email: "xola@kwiaty.example",
      emailConsent: true,
      smsConsent: false,
      consentNote: "rozmowa na targach",
      groupIds: [3],
      properties: [{ propertyId: 5, value: "41.5" }],
    });
  });

  test("needs a database: without one it leads there", async () => {
    const api = sampleApi((router) => router.service(ContactsService, { listDatabases: () => ({}) }));
    const router = await renderApp(routes, api, { path: "/contacts/new" });
    expect(await screen.findByText("Nie ma jeszcze bazy")).toBeInTheDocument();
    await expectAccessible();
    await click("Przejdź do baz");
    await heading("Bazy");
    expect(router.state.location.pathname).toBe("/contacts/databases");
  });

  test("that was begun is not left without a question", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/new", language: "en" });
    await heading("New contact");
    await userEvent.type(screen.getByLabelText("E-mail"), "o");
    await click("Cancel");
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
  });
});

/** A server that stores one contact, and records the requested changes. */
function keeper() {
  const changes: Partial<UpdateContactRequest>[] = [];
  let contact = fromJson(ContactSchema, {
    uid: "007",
    number: 12,
    email: "anna@kwiaty.example",
    gsm: "+48501002003",
    emailConsent: true,
    emailUnsubscribeUrl: "https://puls.example/u/1",
    groups: [{ id: 3, name: "VIP" }],
    properties: [
      { id: 2, name: "Miasto", type: "Text", value: "Kraków" },
      { id: 1, name: "scoring", type: "Number", value: "87" },
    ],
  });
  const refused: Error[] = [];
  const api = sampleApi((router) =>
    router.service(ContactsService, {
      getContact: () => ({ contact }),
      listGroups: () => ({
        uids: {
          "007": {
            items: [
              { id: 3, name: "VIP", uid: "007" },
              { id: 4, name: "Nowi", uid: "007" },
            ],
          },
        },
      }),
      listProperties: () => ({
        uids: {
          "007": {
            items: [
              { id: 1, name: "scoring", uid: "007", type: "Number", usedInScoring: true },
              { id: 2, name: "Miasto", uid: "007", type: "Text" },
              { id: 5, name: "Wiek", uid: "007", type: "Number" },
            ],
          },
        },
      }),
      updateContact: ({ uid, number, $typeName, ...change }) => {
        expect([$typeName.length > 0, uid, number]).toEqual([true, "007", 12]);
        const fault = refused.shift();
        if (fault) throw fault;
        const { properties, addGroupIds, removeGroupIds, consentNote, ...plain } = change;
        const lists = {
          properties: properties.map(({ propertyId, value }) => [propertyId, value]),
          addGroupIds,
          removeGroupIds,
        };
        const given = Object.entries({ ...plain, ...lists, consentNote }).filter(
          ([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0),
        );
        changes.push(Object.fromEntries(given));
        contact = { ...contact, ...plain };
        return { contact };
      },
    }),
  );
  return { api, changes, refused };
}

describe("a person's page", () => {
  test("blocks an address and takes it back", async () => {
    const { api, changes } = keeper();
    await renderApp(routes, api, { path: ANNA });
    await heading("anna@kwiaty.example");
    const email = within(screen.getByRole("listitem", { name: "E-mail" }));
    await userEvent.click(email.getByRole("button", { name: "Zablokuj adres" }));
    expect(await screen.findByText("Zablokowano adres")).toBeInTheDocument();
    expect(await screen.findByText("E-mail zablokowany")).toBeInTheDocument();
    await expectAccessible();
    await click("Cofnij");
    expect(await screen.findByText("Cofnięto")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("E-mail zablokowany")).not.toBeInTheDocument());
    expect(changes).toEqual([{ emailBlocked: true }, { emailBlocked: false }]);
  });

  test("keeps a consent with where it is from; withdraws one, and takes that back with a note", async () => {
    const { api, changes, refused } = keeper();
    await renderApp(routes, api, { path: ANNA });
    await heading("anna@kwiaty.example");
    const sms = within(screen.getByRole("listitem", { name: "SMS" }));
    await userEvent.click(sms.getByRole("button", { name: "Zapisz zgodę" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Zapisz zgodę: SMS" }));
    expect(dialog.getByText(/^Zgody udziela tylko kontakt\./)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Zapisz zgodę" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Napisz, skąd jest ta zgoda");
    await expectAccessible();
    refused.push(refusal(400, "CONSENT_NOTE_MISSING"));
    await userEvent.type(dialog.getByLabelText("Skąd jest ta zgoda"), "formularz{Enter}");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Napisz, skąd jest ta zgoda");
    await userEvent.click(dialog.getByRole("button", { name: "Zapisz zgodę" }));
    expect(await screen.findByText("Zapisano zgodę")).toBeInTheDocument();
    const email = within(screen.getByRole("listitem", { name: "E-mail" }));
    await userEvent.click(email.getByRole("button", { name: "Wycofaj zgodę" }));
    const snackbar = (await screen.findByText("Wycofano zgodę")).closest("div")!;
    await userEvent.click(within(snackbar).getByRole("button", { name: "Cofnij" }));
    await waitFor(() => expect(changes).toHaveLength(3));
    expect(changes).toEqual([
      { smsConsent: true, consentNote: "formularz" },
      { emailConsent: false },
      { emailConsent: true, consentNote: expect.stringMatching(/^Cofnięto wycofanie z\s\d\d\/\d\d\/\d{4}/) as string },
    ]);
  });

  test("changes addresses, only those that differ, and says at the field what is wrong", async () => {
    const { api, changes, refused } = keeper();
    await renderApp(routes, api, { path: ANNA });
    await heading("anna@kwiaty.example");
    await click("Zmień");
    const dialog = within(await screen.findByRole("dialog", { name: "Zmień adresy" }));
    await expectAccessible();
    refused.push(refusal(400, "CONTACT_GSM_INVALID"), refusal(409, "CONTACT_EXISTS"));
    const phone = dialog.getByLabelText("Telefon");
    await userEvent.clear(phone);
    await userEvent.type(phone, "501");
    const save = dialog.getByRole("button", { name: "Zapisz" });
    await userEvent.click(save);
    expect(await dialog.findByRole("alert")).toHaveTextContent(/To nie jest numer telefonu/);
    expect(phone).toHaveFocus();
    await userEvent.type(phone, "777888");
    await userEvent.click(save);
    expect(await dialog.findByText(/Ktoś w\stej bazie ma już ten adres/)).toBeInTheDocument();
    await userEvent.type(phone, "{Backspace}9");
    await userEvent.click(save);
    expect(await screen.findByText("Zmieniono adresy")).toBeInTheDocument();
    await click("Cofnij");
    await waitFor(() => expect(changes).toEqual([{ gsm: "501777889" }, { gsm: "+48501002003" }]));
  });

  test("leaves and joins groups", async () => {
    const { api, changes } = keeper();
    await renderApp(routes, api, { path: ANNA });
    await heading("anna@kwiaty.example");
    await click("Usuń z\u00a0grupy VIP");
    expect(await screen.findByText(/Usunięto z\sgrupy „VIP”/)).toBeInTheDocument();
    await click("Cofnij");
    await waitFor(() => expect(changes).toEqual([{ removeGroupIds: [3] }, { addGroupIds: [3] }]));
    await click("Dodaj do grupy");
    await userEvent.click(await screen.findByRole("combobox", { name: "Dodaj grupę" }));
    expect(screen.queryByRole("option", { name: "VIP" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("option", { name: "Nowi" }));
    await expectAccessible();
    await click("Zapisz");
    expect(await screen.findByText("Dodano do 1 grupy")).toBeInTheDocument();
    expect(changes[2]).toEqual({ addGroupIds: [4] });
  });

  test("changes values of features, but those of a scoring", async () => {
    const { api, changes, refused } = keeper();
    await renderApp(routes, api, { path: ANNA });
    await heading("anna@kwiaty.example");
    await click("Zmień cechy");
    const city = await screen.findByLabelText("Miasto");
    expect(screen.getByLabelText("scoring")).toHaveAttribute("readonly");
    await userEvent.clear(city);
    await userEvent.click(screen.getByRole("combobox", { name: "Dodaj cechę" }));
    await userEvent.click(screen.getByRole("option", { name: /Wiek/ }));
    await userEvent.type(screen.getByLabelText("Wiek"), "stary");
    refused.push(refusal(400, "", [{ field: "properties[1].value", class: "PROPERTY_VALUE_INVALID" }]));
    await click("Zapisz");
    expect(await screen.findByText("Ta cecha przyjmuje tylko liczby")).toBeInTheDocument();
    expect(screen.getByLabelText("Wiek")).toHaveFocus();
    await userEvent.clear(screen.getByLabelText("Wiek"));
    await userEvent.type(screen.getByLabelText("Wiek"), "1 041,5");
    await click("Zapisz");
    expect(await screen.findByText("Zmieniono cechy")).toBeInTheDocument();
    expect(changes).toEqual([
      {
        properties: [
          [2, ""],
          [5, "1041.5"],
        ],
      },
    ]);
  });

  test("shows what became of each consent, and gives the link that ends it", async () => {
    const written: string[] = [];
    await renderApp(routes, sampleApi(), { path: ANNA });
    await heading("anna@kwiaty.example");
    const writeText = (text: string) => Promise.resolve(void written.push(text));
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    const history = within(screen.getByRole("table", { name: "Historia zgód" }));
    expect(history.getAllByRole("row")).toHaveLength(4);
    expect(history.getByText(/wypisanie jednym kliknięciem/)).toBeInTheDocument();
    expect(history.getByText("klienci.xlsx")).toBeInTheDocument();
    await userEvent.click(screen.getAllByRole("radio", { name: "E-mail" }).at(-1)!);
    expect(screen.getAllByRole("row", { name: /kasia@kwiaty\.example/ })).toHaveLength(1);
    expect(screen.queryByText(/wypisanie jednym kliknięciem/, { selector: "td" })).not.toBeInTheDocument();
    await userEvent.click(screen.getAllByRole("button", { name: "Kopiuj link do wypisania" })[0]!);
    expect(await screen.findByText("Skopiowano")).toBeInTheDocument();
    expect(written).toEqual(["https://puls.example/u/7Qm3"]);
  });

  test("leads to handing out and erasing its data, with the address in no URL", async () => {
    const router = await renderApp(routes, sampleApi(), { path: ANNA });
    await heading("anna@kwiaty.example");
    await click("Pobierz lub usuń dane");
    await heading("Dane osoby");
    expect(await screen.findByRole("link", { name: "anna@kwiaty.example" })).toBeInTheDocument();
    expect(JSON.stringify(router.state.location)).not.toContain("anna");
  });
});
