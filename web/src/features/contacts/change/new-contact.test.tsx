import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ContactsService, type AddContactRequest } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { endSession, startSession } from "../../../stores/session-store";
import { forgetAllUnsaved, interruptUnsaved } from "../../../stores/unsaved-store";
import { people } from "../../../test/sample-people";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const PATH = "/contacts/new?uid=007";
const RESTORED = /^Sesja wygasła przed zapisaniem\./;

/** A server with a group and a feature; `sent` records the added contacts. */
function keeper(sent: AddContactRequest[] = []) {
  return sampleApi((router) =>
    router.service(ContactsService, {
      ...people,
      listDatabases: () => ({ items: [{ uid: "007" }] }),
      listGroups: () => ({ uids: { "007": { items: [{ id: 3, name: "VIP", uid: "007" }] } } }),
      listProperties: () => ({ uids: { "007": { items: [{ id: 5, name: "Wiek", uid: "007", type: "Number" }] } } }),
      addContact: (request) => {
        sent.push(request);
        return { contact: { uid: "007", number: 12 } };
      },
    }),
  );
}

afterEach(forgetAllUnsaved);

test("what was typed of a new contact is there again after the session ended", async () => {
  const router = await renderApp(routes, keeper(), { path: PATH });
  await userEvent.type(await screen.findByLabelText("E-mail"), "ola@kwiaty.example");
  await userEvent.click(screen.getByRole("combobox", { name: "Dodaj grupę" }));
  await userEvent.click(screen.getByRole("option", { name: "VIP" }));
  act(() => {
    interruptUnsaved();
    endSession(PATH);
  });
  await act(() => router.navigate("/login"));
  await waitFor(() => expect(screen.queryByLabelText("Zgoda na e-mail")).not.toBeInTheDocument());
  startSession({ token: "another", expire: 4_000_000_000 });
  await act(() => router.navigate(PATH));
  expect(await screen.findByLabelText("E-mail")).toHaveValue("ola@kwiaty.example");
  expect(screen.getByText(RESTORED)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("combobox", { name: "Dodaj grupę" }));
  expect(screen.queryByRole("option", { name: "VIP" })).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.click(screen.getByRole("button", { name: "Dodaj kontakt" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/007/12"));
});

test("what was left of a new contact on purpose does not come back", async () => {
  const router = await renderApp(routes, keeper(), { path: PATH });
  await userEvent.type(await screen.findByLabelText("E-mail"), "ola");
  await userEvent.click(screen.getByRole("button", { name: "Anuluj" }));
  await userEvent.click(await screen.findByRole("button", { name: "Wyjdź bez zapisu" }));
  await screen.findByRole("heading", { level: 1, name: "Kontakty" });
  interruptUnsaved();
  await act(() => router.navigate(PATH));
  expect(await screen.findByLabelText("E-mail")).toHaveValue("");
  expect(screen.queryByText(RESTORED)).not.toBeInTheDocument();
});

test.each([
  ["en", "1,234", "1234"],
  ["en", "1,234,567.5", "1234567.5"],
  ["en", "1,5", "1,5"],
  ["pl", "1\u00a0234,5", "1234.5"],
] as const)("a number in the notation of %s: %s is sent as %s", async (language, typed, value) => {
  const sent: AddContactRequest[] = [];
  await renderApp(routes, keeper(sent), { path: PATH, language });
  const [email, add, submit] =
    language === "en"
      ? (["E-mail", "Add feature", "Add contact"] as const)
      : (["E-mail", "Dodaj cechę", "Dodaj kontakt"] as const);
  await userEvent.type(await screen.findByLabelText(email), "ola@kwiaty.example");
  await userEvent.click(screen.getByRole("combobox", { name: add }));
  await userEvent.click(screen.getByRole("option", { name: /Wiek/ }));
  await userEvent.type(screen.getByLabelText("Wiek"), typed);
  await userEvent.click(screen.getByRole("button", { name: submit }));
  await waitFor(() => expect(sent[0]?.properties).toMatchObject([{ propertyId: 5, value }]));
});
