import { choose, heading, inspect } from "./pages";
import { expect, test } from "./test";

const LINK = {
  uiConfig: {
    sideMenu: [
      {
        key: "campaigns",
        label: "menu.campaigns",
        icon: "mail",
        children: [
          { key: "sent", label: "menu.sent", icon: "list", url: "https://system.example/sent" },
          { key: "settings", label: "menu.settings", icon: "settings", url: "/settings" },
        ],
      },
    ],
    topBar: {
      userMenu: [{ key: "profile", label: "Profil", icon: "user", url: "https://system.example/me" }],
      rightMenu: [{ key: "help", label: "menu.help", icon: "help", url: "https://system.example/help" }],
    },
    language: "en",
    externalLinks: { "/reports/scoring/": "https://system.example/reports" },
  },
  translations: {
    pl: {
      texts: { "menu.campaigns": "Kampanie", "menu.sent": "Wysłane", "menu.settings": "Dane", "menu.help": "Pomoc" },
    },
    en: {
      texts: { "menu.campaigns": "Campaigns", "menu.sent": "Sent", "menu.settings": "Data", "menu.help": "Help" },
    },
  },
};

test("the connected system opens the application with its own menus", async ({ page, operator, request, watch }) => {
  const { email, password } = await operator.newAccount("system");
  const post = async (path: string, bearer: string, data: object): Promise<Record<string, string>> => {
    const answer = await request.post(path, { data, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as Record<string, string>;
  };
  const { token: own = "" } = await post("/api/public/account/users:login", "", { email, password });
  const { key = "" } = await post("/api/protected/saresystem/api-key", own, {});
  const { token = "" } = await post("/api/protected/account/external-login", key, LINK);

  await page.goto(`/scoring/list?sort=name#token=${encodeURIComponent(token)}`);
  await expect(page).toHaveURL(/\/scoring\/list\?sort=name$/);
  await expect(heading(page, "List of scorings")).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByText("Campaigns")).toBeVisible();
  await expect(menu.getByRole("link", { name: "Sent" })).toHaveAttribute("href", "https://system.example/sent");
  await expect(page.getByRole("link", { name: "Help", exact: true })).toBeVisible();
  await inspect(page, "external-menus-en-light");
  await page.getByRole("button", { name: /^User menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profil" })).toBeVisible();
  await page.keyboard.press("Escape");
  await menu.getByRole("link", { name: "Data", exact: true }).click();
  await expect(heading(page, "My data")).toBeVisible();
  await choose(page, "Polski");
  await expect(page.getByRole("navigation", { name: "Menu główne" }).getByText("Kampanie")).toBeVisible();
  // While a user is signed in, another link asks first; staying keeps the session.
  await page.goto(`/settings?token=${encodeURIComponent(token)}`);
  await expect(heading(page, "Zalogować jako inna osoba?")).toBeVisible();
  expect(page.url(), "the token left the address").not.toContain(token);
  await expect(page.getByText(email)).toBeVisible();
  await inspect(page, "enter-pl-light");
  await page.getByRole("button", { name: "Zostań w obecnej sesji" }).click();
  await expect(heading(page, "Moje dane")).toBeVisible();
  // Its token works once.
  watch.expect(401, /users\/me:get-token$/);
  await page.goto(`/#token=${encodeURIComponent(token)}`);
  await page.getByRole("button", { name: "Zaloguj przez link" }).click();
  await expect(page).toHaveURL(/\/error\/401$/);
});
