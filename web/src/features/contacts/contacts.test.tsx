import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { ExplanationService } from "../../gen/puls/scoringengine/v1/explanation_service_pb";
import { people } from "../../mock/sample-people";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const ANNA = "/contacts/007/12";

describe("finding a contact", () => {
  beforeEach(() => sessionStorage.clear());

  test("opens the only one, and the address never stands in the URL", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/contacts" });
    await heading("Kontakty");
    await expectAccessible();
    await userEvent.type(screen.getByRole("searchbox"), "Anna@kwiaty.example{Enter}");
    await heading("anna@kwiaty.example");
    expect(router.state.location).toMatchObject({ pathname: ANNA, search: "" });
    expect(JSON.stringify(router.state.location)).not.toContain("anna");
    expect(document.title).toBe("Kontakt 007/12 – Puls");
    await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "Kontakty" }));
    await heading("Kontakty");
    expect(screen.getByRole("searchbox")).toHaveValue("Anna@kwiaty.example");
    expect(screen.getByRole("link", { name: "anna@kwiaty.example" })).toHaveAttribute("href", ANNA);
  });

  test("lists several, says when there is nobody, and can be tried again", async () => {
    let away = false;
    const api = sampleApi((router) =>
      router.service(ContactsService, {
        searchContacts: (request) => {
          if (away) throw refusal(503);
          return people.searchContacts(request);
        },
      }),
    );
    await renderApp(routes, api, { path: "/contacts", language: "en" });
    await heading("Contacts");
    const field = screen.getByRole("searchbox");
    await userEvent.clear(field);
    await userEvent.type(field, "an{Enter}");
    expect(await screen.findByRole("link", { name: "antoni@kwiaty.example" })).toBeInTheDocument();
    expect(screen.getByText("Displayed 1 - 2 of 2 results")).toBeInTheDocument();
    await expectAccessible();
    await userEvent.type(field, "x{Enter}");
    expect(await screen.findByRole("heading", { name: "There is no such contact" })).toBeInTheDocument();
    away = true;
    await userEvent.type(field, "{Enter}");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "There is no such contact" })).toBeInTheDocument();
  });
});

describe("a person", () => {
  test("is shown with every digit of why", async () => {
    const router = await renderApp(routes, sampleApi(), { path: ANNA });
    await heading("anna@kwiaty.example");
    for (const mark of ["Baza 007", "E-mail ✓ zgoda", "SMS ✕ brak zgody", "Telefon zablokowany", "VIP", "Kraków"]) {
      expect(screen.getByText(mark)).toBeInTheDocument();
    }
    expect(screen.getAllByText("01/03/2026 10:30")[0]).toBeInTheDocument();
    const receipt = await screen.findByRole("table", { name: "Wyliczenie" });
    const cells = (name: string) =>
      within(within(receipt).getByRole("row", { name: new RegExp(`^${name}`) }))
        .getAllByRole("cell")
        .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));
    expect(cells("Otwarcia")).toEqual(["7 z 8", "4/5 (1 203)", "45", "45,00"]);
    expect(cells("Kliknięcia")).toEqual(["2 z 7", "1/2 (24) mała próba", "30", "17,14"]);
    expect(cells("Razem")).toEqual(["87,14 → ocena 87"]);
    await expectAccessible();
    await userEvent.click(screen.getByRole("checkbox", { name: "dokładnie" }));
    await waitFor(() =>
      expect(cells("Kliknięcia")).toEqual(["2 z 7", "1/2 (24) mała próba", "0,571428", "30", "17,142840"]),
    );
    expect(router.state.location.search).toBe("?exact=1");
    expect(cells("Razem")).toEqual(["87,142840 → ocena 87"]);
  });

  test("has a reason in words where it has no score", async () => {
    const router = await renderApp(routes, sampleApi(), { path: ANNA });
    await userEvent.click(await screen.findByRole("link", { name: "Wyliczenie z\u00a031/10/2026" }));
    expect(await screen.findByText(/^Brak oceny 31\/10\/2026: brak wysyłek w\sokresie analizy$/)).toBeInTheDocument();
    expect(screen.getByText("Wyślij coś albo wydłuż okres analizy.")).toBeInTheDocument();
    expect(router.state.location.search).toBe("?date=2026-10-31");
    await expectAccessible();
  });

  test("is told when data came after the calculation", async () => {
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactScores: () => ({ items: [] }),
        getReceipt: () => ({ generatedDate: "2026-11-02", score: 70, points: 71_500_000, factsChanged: true }),
      }),
    );
    await renderApp(routes, api, { path: ANNA, language: "en" });
    expect(await screen.findByText(/score of 02\/11\/2026 is 70\. Today’s data make it 72/)).toBeInTheDocument();
    expect(screen.getByText("No calculation of this scoring has covered this contact.")).toBeInTheDocument();
  });

  test("has browsers with scores of their own on websites", async () => {
    const scoring = {
      id: ID,
      name: "Sklep",
      status: 2,
      lastGeneratedAt: { seconds: 1n, nanos: 0 },
      config: { web: {} },
    };
    const api = sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: [scoring] }) }));
    const router = await renderApp(routes, api, { path: ANNA });
    const browsers = await screen.findByRole("table", { name: "Przeglądarki tej osoby" });
    expect(within(browsers).getAllByRole("row")).toHaveLength(3);
    await expectAccessible();
    await userEvent.click(within(browsers).getByRole("link", { name: "v-77aa" }));
    await waitFor(() => expect(router.state.location.search).toBe("?visitor=9"));
    const row = await screen.findByRole("row", { name: /^Odsłony stron/ });
    expect(within(row).getAllByRole("cell")[0]).toHaveTextContent("6");
  });

  test("stands without what fails, part by part", async () => {
    let away = true;
    const api = sampleApi((router) =>
      router.service(ExplanationService, {
        listContactScores: () => ({ items: [{ generatedDate: "2026-11-02", score: 72 }] }),
        getReceipt: () => {
          if (away) throw refusal(503);
          return { generatedDate: "2026-11-02", reason: "NOT_SCORED" };
        },
      }),
    );
    await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByText("Nie udało się wczytać")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: /02\/11\/2026/ })).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Spróbuj ponownie" }));
    expect(await screen.findByText("Brak oceny 02/11/2026: to przeliczenie nie objęło kontaktu")).toBeInTheDocument();
  });

  test("that does not exist leads back to the search", async () => {
    await renderApp(routes, sampleApi(), { path: "/contacts/007/999" });
    await heading("Nie ma takiego kontaktu");
    await userEvent.click(screen.getByRole("button", { name: "Wróć do wyszukiwania" }));
    await heading("Kontakty");
  });

  test("without any scoring says when a score comes", async () => {
    const api = sampleApi((router) => router.service(ScoringService, { listScorings: () => ({ items: [] }) }));
    await renderApp(routes, api, { path: ANNA });
    expect(await screen.findByRole("heading", { name: "Nie ma jeszcze żadnych wyników" })).toBeInTheDocument();
  });
});
