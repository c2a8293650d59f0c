import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { expect, test } from "vitest";
import { DateRange } from "./DateRange";

const TODAY = "2026-11-02";

/** The field of days, of a page that does not follow its changes. */
function page(start: string, end: string): ReactNode {
  return (
    <IntlProvider locale="pl" onError={() => undefined}>
      <DateRange value={{ start, end }} today={TODAY} onChange={() => undefined} />
    </IntlProvider>
  );
}

test("days that change elsewhere are shown, whatever was typed before", async () => {
  const { rerender } = render(page("2026-10-01", "2026-10-05"));
  const end = await screen.findByLabelText("Do");
  await userEvent.clear(end);
  await userEvent.type(end, "09/10/2026{Enter}");
  expect(end).toHaveValue("09/10/2026");
  rerender(page("2026-09-01", "2026-09-03"));
  expect(screen.getByLabelText("Od")).toHaveValue("01/09/2026");
  expect(screen.getByLabelText("Do")).toHaveValue("03/09/2026");
});

test("a preset shows its days, which open a custom range of them", async () => {
  render(page("2026-10-27", TODAY));
  const choice = screen.getByRole("combobox");
  expect(choice).toHaveValue("last7");
  await userEvent.click(screen.getByRole("button", { name: "27/10/2026 – 02/11/2026. Wybierz własny zakres" }));
  expect(choice).toHaveValue("own");
  expect(choice).toHaveFocus();
  expect(await screen.findByLabelText("Od")).toHaveValue("27/10/2026");
});

test("a range that is chosen by days stays so until another is shown", async () => {
  const { rerender } = render(page(TODAY, TODAY));
  const choice = screen.getByRole("combobox");
  expect(choice).toHaveValue("today");
  await userEvent.selectOptions(choice, "own");
  expect(choice).toHaveValue("own");
  rerender(page("2026-11-01", "2026-11-01"));
  expect(choice).toHaveValue("yesterday");
});
