import { create, fromJson, type JsonObject } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { AccountService, GetMeResponseSchema } from "../../gen/puls/account/v1/account_service_pb";
import {
  DestinationSchema,
  DestinationService,
  type Destination,
} from "../../gen/puls/contacts/v1/destination_service_pb";
import { ScoringSchema } from "../../gen/puls/scoringconfig/v1/scoring_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { expectAccessible, renderApp } from "../../test/render-app";
import { ID, refusal, sampleApi } from "../../test/sample-api";
import { LIST } from "../../test/sample-connections";
import { ME, OTHER_ID, SCORING } from "../../test/sample-data";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const words = (element: HTMLElement): string => element.textContent.replaceAll(/\s/g, " ");
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

/** An api with one destination; it records the requests. */
function keeping(
  state: string,
  change: (router: ConnectRouter) => void = () => undefined,
): { api: ReturnType<typeof sampleApi>; asked: unknown[] } {
  const asked: unknown[] = [];
  let kept: Destination | undefined =
    state === ""
      ? undefined
      : create(DestinationSchema, {
          id: LIST,
          name: "Best",
          provider: "brevo",
          list: "27",
          scoringId: ID,
          scoringType: "mailing",
          bands: [4],
          state,
        });
  const turn = (to: string) => () => {
    asked.push(to);
    if (kept) kept = { ...kept, state: to };
    return {};
  };
  const api = sampleApi((router) => {
    change(router);
    router.service(DestinationService, {
      listDestinations: () => ({ items: kept ? [kept] : [], limit: 10 }),
      createDestination: ({ name, provider, region, key, list, tag, field, selection }) => {
        if (key === "wrong") {
          throw refusal(400, "DESTINATION_KEY_REFUSED", [{ field: "key", class: "DESTINATION_KEY_REFUSED" }]);
        }
        const { bands = [], reasons = [], scoringId = "", scoringType = "" } = selection ?? {};
        asked.push({ name, provider, region, key, list, tag, field, scoringId, scoringType, bands, reasons });
        kept = create(DestinationSchema, {
          id: LIST,
          name,
          provider,
          list,
          bands,
          scoringId,
          scoringType,
          state: "WAITING",
        });
        return { destination: kept };
      },
      updateDestination: ({ name, key, selection }) => {
        asked.push({ name, key, bands: selection?.bands });
        return {};
      },
      deleteDestination: ({ id }) => {
        asked.push(id);
        kept = undefined;
        return {};
      },
      pauseDestination: turn("PAUSED"),
      resumeDestination: turn("ACTIVE"),
      runDestination: turn("RUNNING"),
      listDestinationRuns: () => ({ items: [] }),
    });
  });
  return { api, asked };
}

describe("lists at mail providers", () => {
  test("are shown on the hub and in a list, and the page of one explains a failure and its remedy", async () => {
    await renderApp(routes, sampleApi(), { path: "/connections" });
    await heading("Połączenia");
    expect(words(screen.getByRole("region", { name: "Listy u\u00a0dostawców" }))).toContain("Nie udało się");
    await userEvent.click(screen.getByRole("link", { name: "Zobacz listy" }));
    await heading("Listy u\u00a0dostawców");
    const entry = within(screen.getByRole("region", { name: "Twoje listy" })).getByRole("listitem");
    expect(words(entry)).toBe(
      "NajlepsiNie udało sięMailchimpScoring Newsletter, E-mailOcena 61–80, Ocena 81–100, Bez oceny: brak wysyłek w okresie analizy1 204 adresy na liście",
    );
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "Najlepsi" }));
    await heading("Najlepsi");
    expect(words(screen.getByText("Adresy na liście").closest("dl")!)).toContain("Adresy na liście1 204");
    expect(screen.getAllByText(/^Dostawca odrzuca klucz\. Utwórz/)).toHaveLength(2);
    const rows = within(screen.getByRole("table", { name: "Ostatnie synchronizacje" }))
      .getAllByRole("row")
      .map(words);
    expect(rows[1]).toContain("40712Dostawca odrzuca klucz");
    expect(rows[1]).toContain("1 odrzucony: nieprawidłowy adres. Popraw go w kontakcie.");
    expect(screen.getByText(/^2 osoby z usuniętymi danymi mogły zostać na tej liście$/)).toBeInTheDocument();
    expect(rows[1]).toContain("2 osoby z usuniętymi danymi mogły zostać na liście. Usuń je u dostawcy.");
    expect(rows[1]).toContain("3 pominięte: bez zgody, bez adresu albo zablokowane");
    expect(rows[2]).toContain("000Lista była już zsynchronizowana");
    await expectAccessible();
  });

  test("are added in the words of the provider, and a refused key is said at its field", async () => {
    const { api, asked } = keeping("");
    const router = await renderApp(routes, api, { path: "/connections/lists", language: "en" });
    await heading("Lists at providers");
    await userEvent.click(button("Add list"));
    const dialog = within(screen.getByRole("dialog", { name: "New list" }));
    const add = dialog.getByRole("button", { name: "Add list" });
    await userEvent.click(add);
    expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Best");
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Provider" }), "Mailgun");
    await userEvent.selectOptions(
      dialog.getByRole("combobox", { name: "Region of the account at the provider" }),
      "eu",
    );
    await userEvent.type(dialog.getByRole("textbox", { name: "Address of the list" }), "best@lists.example.com");
    expect(dialog.queryByRole("textbox", { name: /^Field/ })).toBeNull();
    const key = dialog.getByLabelText("API key of the provider");
    await userEvent.type(key, "wrong");
    await userEvent.click(dialog.getByRole("checkbox", { name: "Score 81–100" }));
    await userEvent.click(add);
    expect(dialog.getByText("Tick at least one")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("checkbox", { name: "Score 61–80" }));
    await userEvent.click(add);
    expect(await dialog.findByText(/^The provider refuses this key/)).toBeInTheDocument();
    await userEvent.clear(key);
    await userEvent.type(key, "key-1");
    await userEvent.click(add);
    await heading("Best");
    expect(router.state.location.pathname).toBe(`/connections/lists/${LIST}`);
    expect(asked).toEqual([
      {
        name: "Best",
        provider: "mailgun",
        region: "eu",
        key: "key-1",
        list: "best@lists.example.com",
        tag: "",
        field: "",
        scoringId: ID,
        scoringType: "mailing",
        bands: [3],
        reasons: [],
      },
    ]);
  });

  test("drop the reasons of a channel that another scoring does not have", async () => {
    const web = { ...(SCORING as JsonObject), id: OTHER_ID, name: "Visitors", config: { daysAgo: 14, web: {} } };
    const items = [SCORING, web].map((one) => fromJson(ScoringSchema, one));
    const { api, asked } = keeping("", (router) => router.rpc(ScoringService.method.listScorings, () => ({ items })));
    await renderApp(routes, api, { path: "/connections/lists", language: "en" });
    await heading("Lists at providers");
    await userEvent.click(button("Add list"));
    const dialog = within(screen.getByRole("dialog", { name: "New list" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Best");
    await userEvent.type(dialog.getByRole("textbox", { name: /^List/ }), "27");
    await userEvent.type(dialog.getByLabelText("API key of the provider"), "key-1");
    await userEvent.click(dialog.getByRole("checkbox", { name: /^No score: no sendings/ }));
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Scoring" }), "Visitors");
    await userEvent.click(dialog.getByRole("button", { name: "Add list" }));
    await heading("Best");
    expect(asked).toMatchObject([{ scoringId: OTHER_ID, scoringType: "web", bands: [4], reasons: [] }]);
  });

  test("are run, paused, changed and removed", async () => {
    const { api, asked } = keeping("ACTIVE");
    await renderApp(routes, api, { path: `/connections/lists/${LIST}`, language: "en" });
    await heading("Best");
    await userEvent.click(button("Pause"));
    expect(await screen.findByText(/^Nobody is added\. People who unsubscribe/)).toBeInTheDocument();
    await userEvent.click(button("Resume"));
    await userEvent.click(await screen.findByRole("button", { name: "Sync now" }));
    await waitFor(() => expect(asked).toEqual(["PAUSED", "ACTIVE", "RUNNING"]));
    await userEvent.click(button("Change"));
    const dialog = within(screen.getByRole("dialog", { name: "Change list" }));
    await userEvent.click(dialog.getByRole("checkbox", { name: "Score 61–80" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ name: "Best", key: "", bands: [3, 4] }));
    await userEvent.click(button("Remove"));
    const question = within(screen.getByRole("dialog", { name: "Remove the list Best?" }));
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await heading("Lists at providers");
    expect(asked.at(-1)).toBe(LIST);
  });

  test("are only shown to a guest", async () => {
    const api = sampleApi((router) =>
      router.rpc(AccountService.method.getMe, () => ({
        ...fromJson(GetMeResponseSchema, ME),
        ownPerson: false,
      })),
    );
    await renderApp(routes, api, { path: `/connections/lists/${LIST}` });
    await heading("Najlepsi");
    expect(screen.queryByRole("button", { name: "Synchronizuj teraz" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Zmień" })).toBeNull();
  });
});
