import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { expect, test, vi } from "vitest";
import { CheckList } from "./CheckList";

test("a list of choices stays within the window, and its button names what is chosen", async () => {
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLDivElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(900, 0, 220, 90));
  const options = [
    { value: "001", label: "Herbaciarnia" },
    { value: "002", label: "Sklep" },
  ];
  render(
    <IntlProvider locale="pl">
      <CheckList name="Baza" all="Wszystkie" options={options} values={["002"]} onChange={() => undefined} />
    </IntlProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Baza Sklep" }));
  expect(screen.getByRole("group", { name: "Baza" })).toHaveStyle({ left: "-132px" });
});

test("a limit to a choice that no longer exists is shown", () => {
  render(
    <IntlProvider locale="pl">
      <CheckList
        name="Baza"
        all="Wszystkie"
        options={[{ value: "001", label: "Sklep" }]}
        values={["001", "999"]}
        onChange={() => undefined}
      />
    </IntlProvider>,
  );
  expect(screen.getByRole("button", { name: "Baza Sklep, 999" })).toBeVisible();
});
