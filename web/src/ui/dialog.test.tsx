import { fireEvent, render, screen, within } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Confirm } from "./Confirm";
import { Dialog } from "./Dialog";
import { FormDialog } from "./FormDialog";

const nothing = (): void => undefined;

/** The buttons of the dialog's footer, in reading order. */
const foot = (): (string | null)[] => {
  const area = screen.getByRole("dialog").querySelector<HTMLElement>("footer");
  return within(area!)
    .getAllByRole("button")
    .map((button) => button.textContent);
};

test.each([
  [
    "a dialog, whichever was written first",
    <Dialog key="dialog" title="Title" primary={<Button>Do</Button>} secondary={<Button>Leave</Button>}>
      Text
    </Dialog>,
  ],
  [
    "a question",
    <Confirm key="confirm" title="Title" confirm="Do" cancel="Leave" danger onConfirm={nothing} onClose={nothing}>
      Text
    </Confirm>,
  ],
  [
    "a form",
    <FormDialog key="form" title="Title" submit="Do" busy={false} onSubmit={nothing} onClose={nothing}>
      Text
    </FormDialog>,
  ],
])("the primary button is last in %s", (_, dialog) => {
  render(
    <IntlProvider locale="en" onError={nothing}>
      {dialog}
    </IntlProvider>,
  );
  const buttons = foot();
  expect(buttons).toHaveLength(2);
  expect(buttons.at(-1)).toBe("Do");
});

test("a click beside a dialog closes it, a selection dragged out of a field does not", async () => {
  const close = vi.fn();
  render(
    <IntlProvider locale="en" onError={nothing}>
      <Dialog title="Title" onClose={close}>
        <input aria-label="Name" />
      </Dialog>
    </IntlProvider>,
  );
  const backdrop = screen.getByRole("dialog");
  await userEvent.pointer([
    { keys: "[MouseLeft>]", target: screen.getByRole("textbox", { name: "Name" }) },
    { keys: "[/MouseLeft]", target: backdrop },
  ]);
  fireEvent.click(backdrop);
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(backdrop);
  expect(close).toHaveBeenCalledTimes(1);
});
