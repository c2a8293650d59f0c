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
  item(4, "CALCULATION_DONE", { scoringType: "mailing", scoringName: "Zima", generatedDate: "2026-11-02" }),
  item(3, "CALCULATION_FAILED", { scoringType: "sms", scoringName: "Lato", generatedDate: "2026-11-02" }),
  // Written before notifications knew names.
  item(2, "CALCULATION_DONE", { scoringType: "web", generatedDate: "2026-11-01" }),
  item(1, "SIGN_INS_BLOCKED", { subjectId: "anna@example.com" }),
];

const WORDS = {
  pl: {
    button: /^Powiadomienia/,
    entries: [
      ["Przeliczono scoring „Zima”", "E-mail, 02/11/2026"],
      ["Nie udało się przeliczyć scoringu „Lato”", "SMS, 02/11/2026"],
      ["Scoring został przeliczony", "WWW, 01/11/2026"],
      ["Zablokowaliśmy logowanie z nieznanych urządzeń", "hasło do konta anna@example.com"],
    ],
  },
  en: {
    button: /^Notifications/,
    entries: [
      ["“Zima” was calculated", "E-mail, 02/11/2026"],
      ["“Lato” could not be calculated", "SMS, 02/11/2026"],
      ["A scoring was calculated", "Web, 01/11/2026"],
      ["We blocked sign-ins from unknown devices", "wrong password for anna@example.com"],
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
    expected.forEach(([what, detail], i) => {
      expect(entries[i]).toHaveTextContent(what);
      expect(entries[i]).toHaveTextContent(detail);
    });
    expect(within(panel).getByRole("link", { name: expected[0][0] })).toHaveAttribute(
      "href",
      `/reports/scoring/summary/${ID}/details?scoringType=mailing&date=2026-11-02`,
    );
    expect(listScorings).not.toHaveBeenCalled();
  });
});
