import { choose, enter, inspect, refuse } from "./pages";
import { expect, test } from "./test";

const NOTIFICATIONS = "**/account/notifications";
const ITEMS = [
  {
    id: 9,
    kind: "NOTIFICATION_KIND_CALCULATION_DONE",
    subjectId: "0197f1a2-7e10-7a11-b0aa-0123456789ab",
    scoringType: "mailing",
    scoringName: "Zima",
    generatedDate: "2026-11-02",
    createdAt: "2026-11-02T01:30:00Z",
  },
  {
    id: 8,
    kind: "NOTIFICATION_KIND_IMPORT_FAILED",
    keptCount: 1,
    refusedCount: 5,
    createdAt: "2026-11-01T01:30:00Z",
    read: true,
  },
];

test("notifications: how many are unread, the list, none, a failure", async ({ page, operator }) => {
  await page.route(NOTIFICATIONS, (route) => route.fulfill({ json: { items: ITEMS, unreadCount: 5 } }));
  const read: (string | null)[] = [];
  await page.route(`${NOTIFICATIONS}:read`, async (route) => {
    read.push(route.request().postData());
    await route.fulfill({ json: {} });
  });
  await enter(page, await operator.newAccount("dzwonek"), "/scoring/list", "Lista scoringów");
  await page.getByRole("button", { name: "Powiadomienia: 5 nieprzeczytanych" }).click();
  const panel = page.getByRole("dialog", { name: "Powiadomienia" });
  await expect(panel.getByRole("link", { name: "Przeliczono scoring „Zima”" })).toBeVisible();
  await expect(panel.getByText("Import nie został dokończony")).toBeVisible();
  await expect(panel.getByRole("region", { name: "02/11/2026" }).getByText("02:30").first()).toBeVisible();
  await expect.poll(() => read[0]).toBe('{"upToId":9}');
  await inspect(page, "notifications-pl-light", { fullPage: false });
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Powiadomienia", exact: true })).toBeFocused();
  await page.unroute(NOTIFICATIONS);
  await refuse(page, NOTIFICATIONS, 503, "UNAVAILABLE");
  await choose(page, "Powiadomienia");
  await expect(panel.getByRole("alert")).toBeVisible();
  await inspect(page, "notifications-failed-pl-light", { fullPage: false });
  await page.unroute(NOTIFICATIONS);
  await page.route(NOTIFICATIONS, (route) => route.fulfill({ json: { items: [], unreadCount: 0 } }));
  await panel.getByRole("button", { name: "Spróbuj ponownie" }).click();
  await expect(panel.getByText("Nie ma powiadomień")).toBeVisible();
  await inspect(page, "notifications-none-pl-light", { fullPage: false });
});

test("notifications of the program itself", async ({ page, demo }) => {
  await enter(page, demo, "/scoring/list", "Lista scoringów");
  const answer = page.waitForResponse(NOTIFICATIONS);
  await page.getByRole("button", { name: /^Powiadomienia/ }).click();
  expect((await answer).status()).toBe(200);
  const panel = page.getByRole("dialog", { name: "Powiadomienia" });
  await expect(panel.getByText(/Przeliczono scoring „|Nie ma powiadomień|^Import/).first()).toBeVisible();
});
