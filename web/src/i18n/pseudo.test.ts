import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import english from "./en.json";
import { pseudoCatalogue } from "./pseudo";

test("every text becomes at least 40 % longer and still takes its values", () => {
  const intl = createIntl({ locale: "en", messages: pseudoCatalogue(english) });
  const text = intl.formatMessage({ id: "notifications.panel.open" }, { count: 3 });
  expect(text).toMatch(/^\[Nótîfîçátîóñš: 3 úñréád ·.*\]$/);
  const title = intl.formatMessage({ id: "settings.page.title" });
  expect(title.length).toBeGreaterThanOrEqual(Math.floor("My data".length * 1.4));
});
