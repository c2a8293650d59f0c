import { fromJson } from "@bufbuild/protobuf";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import {
  ListNotificationsResponseSchema,
  NotificationService,
} from "../../gen/puls/account/v1/notification_service_pb";
import { ScoringService } from "../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { renderApp } from "../../test/render-app";
import { ID, sampleApi } from "../../test/sample-api";
import { routes } from "../../app/routes";

const item = (id: number, kind: string, rest: object) => ({
  id,
  kind: `NOTIFICATION_KIND_${kind}`,
  subjectId: ID,
  createdAt: "2026-11-02T01:30:00Z",
  ...rest,
});

const ITEMS = [
  item(4, "CALCULATION_DONE", {
    scoringType: "mailing",
    scoringTypes: ["mailing", "sms"],
    scoringName: "Zima",
    generatedDate: "2026-11-02",
  }),
  item(3, "CALCULATION_FAILED", { scoringTypes: ["sms"], scoringName: "Lato", generatedDate: "2026-11-02" }),
  // Written before notifications knew names.
  item(2, "CALCULATION_DONE", { scoringTypes: ["web"], generatedDate: "2026-11-01" }),
  item(1, "SIGN_INS_BLOCKED", { subjectId: "anna@example.com" }),
  item(8, "IMPORT_DONE", { fileName: "klienci.csv", importKind: "contacts", keptCount: 1001, refusedCount: 199 }),
  item(7, "IMPORT_REFUSED", { fileName: "zły.csv", refusedCount: 4 }),
  item(6, "IMPORT_CANCELLED", { fileName: "duży.csv", keptCount: 5 }),
  // Uploaded without a name.
  item(5, "IMPORT_DONE", { keptCount: 7 }),
  item(9, "WEBHOOK_FAILED", { fileName: "crm.example", reasons: ["STOPPED"] }),
  item(10, "WEBHOOK_FAILED", { fileName: "shop.example", reasons: ["FAILED"] }),
  item(11, "DESTINATION_FAILED", { fileName: "Najlepsi", reasons: ["KEY"] }),
  item(12, "DESTINATION_FAILED", { fileName: "Śpiący", reasons: ["PROVIDER"] }),
  item(13, "DESTINATION_RECOVERED", { fileName: "Najlepsi" }),
  item(14, "DESTINATION_FORGOTTEN", { fileName: "Najlepsi", refusedCount: 2 }),
];

const WORDS = {
  pl: {
    button: /^Powiadomienia/,
    entries: [
      ["Przeliczono scoring „Zima”", "E-mail i SMS02:30"],
      ["Nie udało się przeliczyć scoringu „Lato”", "SMS02:30"],
      ["Scoring został przeliczony", "WWW, 01/11/2026"],
      ["Zablokowaliśmy logowanie z nieznanych urządzeń", "hasło do konta anna@example.com"],
      ["Import kontaktów „klienci.csv”: przyjęto 1 001 z 1 200", "Odrzucono 199 wierszy"],
      ["Import „zły.csv”: żaden wiersz nie nadawał się do użycia", "Odrzucono 4 wiersze"],
      ["Import „duży.csv” przerwano", "Przyjęte wiersze: 5, odrzucone: 0"],
      ["Import: przyjęto 7 z 7", "02:30"],
      ["Zatrzymaliśmy webhook crm.example", "Czekają, aż wznowisz wysyłanie"],
      ["Webhook shop.example nie przyjął jednego zdarzenia", "Inne zdarzenia dochodzą, a to możesz wysłać ponownie"],
      ["Dostawca odrzuca klucz listy „Najlepsi”", "Utwórz u dostawcy nowy klucz"],
      ["Od 3 dni nie udaje się zsynchronizować listy „Śpiący”", "Próbujemy dalej, ale na liście mogą być osoby"],
      ["Lista „Najlepsi” jest znów zsynchronizowana", "Wysłaliśmy wszystkie zmiany"],
      ["2 osoby z usuniętymi danymi mogły zostać na liście „Najlepsi”", "Usuń je u dostawcy ręcznie"],
    ],
  },
  en: {
    button: /^Notifications/,
    entries: [
      ["“Zima” was calculated", "E-mail and SMS02:30"],
      ["“Lato” could not be calculated", "SMS02:30"],
      ["A scoring was calculated", "Web, 01/11/2026"],
      ["We blocked logins from unknown devices", "wrong password for anna@example.com"],
      ["Import of contacts “klienci.csv”: 1,001 of 1,200 rows imported", "199 rows rejected"],
      ["Import “zły.csv”: no row could be used", "4 rows rejected"],
      ["Import “duży.csv” was stopped", "Rows imported: 5, rejected: 0"],
      ["Import: 7 of 7 rows imported", "02:30"],
      ["We stopped the webhook crm.example", "They wait until you resume sending"],
      ["The webhook shop.example didn’t accept one event", "you can send this one again"],
      ["The provider refuses the key of the list “Najlepsi”", "Create a new key at the provider"],
      ["The list “Śpiący” has not been synced for 3 days", "We keep trying, but people who unsubscribed"],
      ["The list “Najlepsi” is in sync again", "All changes that waited were sent"],
      ["2 erased people may still be on the list “Najlepsi”", "Remove them at the provider by hand"],
    ],
  },
} as const;

describe.each(["pl", "en"] as const)("a notification in %s", (language) => {
  const { button, entries: expected } = WORDS[language];

  test("names its scoring and channel with one request", async () => {
    const listScorings = vi.fn(() => ({}));
    const api = sampleApi((router) => {
      router.rpc(ScoringService.method.listScorings, listScorings);
      router.service(NotificationService, {
        listNotifications: () => fromJson(ListNotificationsResponseSchema, { unreadCount: 0, items: ITEMS }),
        readNotifications: () => ({}),
      });
    });
    await renderApp(routes, api, { path: "/settings", language });
    await userEvent.click(await screen.findByRole("button", { name: button }));
    const panel = await screen.findByRole("dialog", { name: button });
    const entries = await within(panel).findAllByRole("listitem");
    expected.forEach(([title, detail], i) => {
      expect(entries[i]).toHaveTextContent(title);
      expect(entries[i]).toHaveTextContent(detail);
    });
    expect(within(panel).getByRole("link", { name: expected[0][0] })).toHaveAttribute(
      "href",
      `/reports/scoring/summary/${ID}/details?scoringType=mailing&date=2026-11-02`,
    );
    expect(within(panel).getByRole("link", { name: expected[12][0] })).toHaveAttribute(
      "href",
      `/connections/lists/${ID}`,
    );
    expect(listScorings).not.toHaveBeenCalled();
  });

  test("stands under its day", async () => {
    const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const items = [0, 24, 72].map((hours, id) => item(id + 1, "IMPORT_DONE", { keptCount: 1, createdAt: at(hours) }));
    const api = sampleApi((router) =>
      router.service(NotificationService, {
        listNotifications: () => fromJson(ListNotificationsResponseSchema, { items }),
      }),
    );
    await renderApp(routes, api, { path: "/settings", language });
    await userEvent.click(await screen.findByRole("button", { name: button }));
    const panel = within(await screen.findByRole("dialog", { name: button }));
    const days = await panel.findAllByRole("region");
    const [today, yesterday] = language === "pl" ? ["Dziś", "Wczoraj"] : ["Today", "Yesterday"];
    const names = panel.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual([today, yesterday, expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/)]);
    days.forEach((day) => expect(within(day).getByRole("listitem")).toHaveTextContent(/\d\d:\d\d$/));
  });
});
