import { create, fromJson } from "@bufbuild/protobuf";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import {
  PreviewScoringResponseSchema,
  ScoringService,
  type SaveScoringRequest,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { SendingService } from "../../../gen/puls/reports/v1/sending_service_pb";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import { DRAFT_ID, DRAFTS } from "../../../test/sample-editor";
import { forgetAllUnsaved } from "../../../stores/unsaved-store";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

interface Sample {
  /** Overrides of the sample draft. */
  readonly draft?: object;
  /** Days of data by channel. */
  readonly days?: Readonly<Record<string, number>>;
  /** Mails sent by type. */
  readonly sent?: ReadonlyMap<string, number>;
}

/** An api with a draft, and its saves. */
function sample({ draft = {}, days, sent }: Sample = {}) {
  const saved: SaveScoringRequest[] = [];
  const api = sampleApi((router) => {
    router.rpc(ScoringService.method.getScoring, () => ({
      scoring: fromJson(ScoringSchema, { ...(DRAFTS[DRAFT_ID] as object), ...draft }),
    }));
    router.rpc(ScoringService.method.saveScoring, (request) => {
      saved.push(request);
      return { version: 5 };
    });
    if (sent) {
      router.rpc(SendingService.method.listSendings, ({ category, scoringType }) => ({
        total: { sent: scoringType === "mailing" ? (sent.get(category) ?? 0) : 0 },
      }));
    }
    if (days) {
      router.rpc(ScoringService.method.previewScoring, () =>
        create(PreviewScoringResponseSchema, {
          channels: Object.fromEntries(
            Object.entries(days).map(([channel, dataDays]) => [
              channel,
              {
                dataDays,
                possibleFrom: dataDays === 0 ? "" : dataDays < 14 ? "2026-12-04" : "2026-11-02",
                audience: [{ uid: "007", contacts: 20_000, analysed: 14_653 }],
              },
            ]),
          ),
          asOf: { seconds: 1_793_617_440n },
        }),
      );
    }
  });
  return { api, saved };
}

async function open(page: string, { api } = sample()) {
  const path = `/scoring/edit/${page}?id=${DRAFT_ID}`;
  const router = await renderApp(routes, api, { path, state: { configurator: true } });
  await screen.findByRole("heading", { level: 1 });
  return router;
}

const next = (): Promise<void> => userEvent.click(screen.getByRole("button", { name: "Dalej" }));
const status = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.getAllByRole("status").find((one) => one.textContent.replaceAll("\u00a0", " ") === text);
    expect(found, text).toBeDefined();
    return found!;
  });

afterEach(forgetAllUnsaved);

describe("channels", () => {
  const FRESH = { config: { daysAgo: 14 }, predefinedConfigSelection: null, lastDraftStep: 1 };

  test("begin with those that have data, and say what the others wait for", async () => {
    await open("main-comunication", sample({ draft: FRESH, days: { mailing: 91, sms: 0 } }));
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "E-mail" })).toBeChecked());
    expect(screen.getByRole("checkbox", { name: "SMS" })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "E-mail" })).toHaveAccessibleDescription(
      /Do oceny dziś: 14.653 z.20.000/,
    );
    expect(screen.getByRole("checkbox", { name: "SMS" })).toHaveAccessibleDescription(/Nie ma jeszcze wysyłek/);
    await expectAccessible();
  });

  test("name the day from which there is enough data", async () => {
    await open("main-comunication", sample({ draft: FRESH, days: { mailing: 91, sms: 9 } }));
    await waitFor(() =>
      expect(screen.getByRole("checkbox", { name: "SMS" })).toHaveAccessibleDescription(
        /Dane z.9 dni; ocena możliwa od 04\/12\/2026/,
      ),
    );
  });

  test("must be one at least: the focus goes to the first, and nothing is saved", async () => {
    const { api, saved } = sample({ draft: FRESH, days: { mailing: 0, sms: 0 } });
    await open("main-comunication", { api, saved });
    await next();
    expect(screen.getByRole("alert")).toHaveTextContent("Wybierz co najmniej jeden kanał");
    expect(screen.getByRole("checkbox", { name: "E-mail" })).toHaveFocus();
    expect(saved).toHaveLength(0);
  });
});

describe("types", () => {
  test("that nobody has given shares yet stay even", async () => {
    const { api, saved } = sample({ draft: { lastDraftStep: 2 } });
    await open("main-comunication-email", { api, saved });
    await userEvent.click(screen.getByRole("checkbox", { name: /Wewnętrzna/ }));
    expect(screen.queryByText(/rozdzielisz/)).not.toBeInTheDocument();
    await next();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.predefinedConfigSelection?.mailing).toEqual([25, 25, 25, 0, 25]);
    expect(saved[0]?.predefinedConfigSelection?.mailingTypes).toEqual(["sales", "info", "advertising", "education"]);
  });

  test("that had a share leave it open, and take it back", async () => {
    await open("main-comunication-email");
    const internal = screen.getByRole("checkbox", { name: /Wewnętrzna/ });
    await userEvent.click(internal);
    await status("Jej 20% rozdzielisz w następnym kroku");
    await userEvent.click(internal);
    expect(screen.queryByText(/rozdzielisz/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  test("of which one is left need no shares", async () => {
    const router = await open("main-comunication-sms");
    for (const name of [/Automatyczna/, /Informacyjna/, /Reklamowa/]) {
      await userEvent.click(screen.getByRole("checkbox", { name }));
    }
    await next();
    await screen.findByRole("heading", { level: 1, name: /Udziały – e-mail/ });
    await next();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/search-and-choose-groups$/));
  });
});

describe("shares", () => {
  test("say what is missing, and are mended by their buttons only", async () => {
    await open("main-comunication-email-percent");
    const sales = screen.getByRole("spinbutton", { name: "Sprzedażowa" });
    await userEvent.clear(sales);
    await userEvent.type(sales, "15");
    await status("Suma: 95% (brakuje 5%)");
    await expectAccessible();
    await next();
    expect(screen.getByRole("alert")).toHaveTextContent("Suma wartości musi wynosić 100%");
    expect(sales).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Dodaj 5% do „Sprzedażowa”" }));
    await status("Suma: 100%");
    expect(sales).toHaveValue("20");
  });

  test("move by keyboard: arrows by one, PgUp and PgDn by ten", async () => {
    await open("main-comunication-email-percent");
    const slider = screen.getByRole("slider", { name: "Informacyjna" });
    expect(slider).toHaveAttribute("aria-valuetext", "Informacyjna: 20%");
    const press = (key: string, keyCode: number): boolean => fireEvent.keyDown(slider, { key, keyCode });
    press("PageUp", 33);
    press("ArrowRight", 39);
    expect(screen.getByRole("spinbutton", { name: "Informacyjna" })).toHaveValue("31");
    await status("Suma: 111% (o 11% za dużo)");
    press("PageDown", 34);
    press("PageDown", 34);
    expect(slider).toHaveAttribute("aria-valuetext", "Informacyjna: 11%");
    await userEvent.click(screen.getByRole("button", { name: "Rozdziel równo" }));
    await status("Suma: 100%");
  });

  test("follow what was sent in the period, and stay where nothing was", async () => {
    const sent = new Map([
      ["info", 200],
      ["sales", 200],
      ["advertising", 200],
    ]);
    await open("main-comunication-email-percent", sample({ sent }));
    const shareOf = (name: string) => screen.getByRole("spinbutton", { name });
    const take = () => userEvent.click(screen.getByRole("button", { name: "Według moich wysyłek" }));
    await take();
    await screen.findByText("Udziały według 600 wysyłek z ostatnich 14 dni");
    expect(shareOf("Sprzedażowa")).toHaveValue("34");
    expect(shareOf("Informacyjna")).toHaveValue("33");
    expect(shareOf("Wewnętrzna")).toHaveValue("0");
    await status("Suma: 100%");
    sent.clear();
    await take();
    await screen.findByText("W ostatnich 14 dniach nie wysłano wiadomości tych rodzajów");
    expect(shareOf("Sprzedażowa")).toHaveValue("34");
  });

  test("show the weights that follow from them once they add up", async () => {
    await open("main-comunication-email-percent");
    const panel = screen.getByRole("complementary", { name: "Podgląd" });
    await waitFor(() => expect(panel).toHaveTextContent(/Otwarcia.*45%/));
    await userEvent.type(screen.getByRole("spinbutton", { name: "Sprzedażowa" }), "{ArrowUp}");
    expect(within(panel).getByText("Wagi pokażemy, gdy suma wyniesie 100%")).toBeVisible();
  });

  test("of an active scoring can be read only", async () => {
    await open("main-comunication-email-percent", sample({ draft: { status: 2 } }));
    expect(screen.getByText("Sprzedażowa").closest("[data-active]")).toHaveTextContent(/^Sprzedażowa\d+%$/);
    expect(screen.queryByRole("spinbutton")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Rozdziel równo" })).not.toBeInTheDocument();
  });
});

describe("weights of one's own", () => {
  const OWN = { isCreatedByWizard: false, predefinedConfigSelection: null, lastDraftStep: 3 };

  test("are switched, moved and restored, and say what they mean", async () => {
    const { api, saved } = sample({ draft: OWN });
    await open("assign-weights", { api, saved });
    const [opens] = screen.getAllByRole("spinbutton", { name: "Otwarcia" });
    expect(opens).toHaveAccessibleDescription("do 44 pkt");
    const [counts] = screen.getAllByRole("switch", { name: "Licz: Otwarcia" });
    await userEvent.click(counts!);
    await status("Suma: 56% (brakuje 44%)");
    expect(screen.queryByRole("spinbutton", { name: "Otwarcia" })).not.toBeInTheDocument();
    await userEvent.click(screen.getAllByRole("button", { name: "Przywróć domyślne" })[0]!);
    expect(screen.getByRole("spinbutton", { name: "Otwarcia" })).toHaveValue("45");
    await expectAccessible();
    await userEvent.click(screen.getByRole("link", { name: "Raporty" }));
    await waitFor(() => expect(saved[0]?.config?.mailing?.weights).toMatchObject({ or: "0.45", ctr: "0.30" }));
  });

  test("of an active scoring are shown, also those that do not count", async () => {
    const mailing = { weights: { or: "0.00", ctr: "0.60", delivery: "0.40" } };
    await open("assign-weights", sample({ draft: { ...OWN, status: 2, config: { daysAgo: 28, mailing } } }));
    const rows = screen.getAllByText("Otwarcia").map((name) => name.closest("[data-active]")?.textContent);
    expect(rows).toContain("Otwarcia0%");
    expect(screen.queryByRole("switch", { name: "Licz: Otwarcia" })).not.toBeInTheDocument();
  });

  test("are asked for before the guided way is left, with the numbers that they begin with", async () => {
    const { api, saved } = sample();
    const router = await open("summary-configurator-group", { api, saved });
    await userEvent.click(await screen.findByRole("button", { name: "Ustaw własne wagi" }));
    const dialog = screen.getByRole("dialog", { name: "Przejść na własne wagi?" });
    await waitFor(() => expect(dialog).toHaveTextContent("Zaczniesz od obecnych: E-mail 45, 30, 25; SMS 25, 75."));
    expect(saved).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole("button", { name: "Przejdź" }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/assign-weights$/));
    await waitFor(() => expect(saved[0]).toMatchObject({ isCreatedByWizard: false, lastDraftStep: 3 }));
  });
});
