import { choose, enter, heading, inspect, signIn } from "./pages";
import { expect, test } from "./test";

test("sign-in says what is wrong and leads back to where the person was", async ({ page, operator, watch }) => {
  const person = await operator.newAccount("wejscie");
  await page.goto("/scoring/list?sort=name&order=asc");
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(heading(page, "Zaloguj się")).toBeVisible();
  await expect(page).toHaveTitle("Zaloguj się – Puls");
  await inspect(page, "login-pl-light");
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await expect(page.getByText("To pole jest wymagane")).toHaveCount(2);
  watch.expect(401, /users:login$/);
  await signIn(page, { ...person, password: "wrong" });
  await expect(page.getByRole("alert").filter({ hasText: "Nieprawidłowy e-mail lub hasło" })).toBeVisible();
  await inspect(page, "login-refused-pl-light");
  await page.getByText("English").click();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong e-mail or password" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await signIn(page, person);
  await expect(page).toHaveURL(/\/scoring\/list\?sort=name&order=asc$/);
  await expect(heading(page, "List of scorings")).toBeVisible();
});

test("everything works from the keyboard", async ({ page, demo }) => {
  await page.goto("/");
  await page.getByLabel("Adres e-mail").focus();
  await page.keyboard.type(demo.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Lista scoringów")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByText("Przejdź do treści")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await page.getByRole("button", { name: /^Menu użytkownika/ }).focus();
  await page.keyboard.press("Enter");
  const leave = page.getByRole("menuitem", { name: "Wyloguj" });
  await expect(leave).toBeVisible();
  await expect(page.getByRole("menu").locator(":focus")).toBeVisible();
  await page.keyboard.press("End");
  // The menu moves the focus in a later frame; Enter before it would choose another item.
  await expect(leave).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Zaloguj się")).toBeVisible();
});

test("the language chosen stays, in the title too", async ({ page, operator }) => {
  await enter(page, await operator.newAccount("jezyk"), "/settings", "Moje dane");
  await choose(page, "English");
  await expect(heading(page, "My data")).toBeVisible();
  await page.reload();
  await expect(heading(page, "My data")).toBeVisible();
  await expect(page).toHaveTitle("My data – Puls");
  await choose(page, "Polski");
  await expect(heading(page, "Moje dane")).toBeVisible();
});
