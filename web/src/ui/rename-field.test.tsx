import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { expect, test } from "vitest";
import { refusal } from "../test/sample-api";
import { useAppStore } from "../stores/app-store";
import { RenameField } from "./RenameField";

/** Two rows, of which one at a time is renamed. */
function Rows({ save }: { readonly save: () => Promise<void> }): ReactNode {
  const [renaming, setRenaming] = useState("");
  return (
    <IntlProvider locale="en" onError={() => undefined}>
      {["first", "second"].map((name) =>
        renaming === name ? (
          <RenameField
            key={name}
            label={`Name of ${name}`}
            name={name}
            maxLength={9}
            check={() => undefined}
            onName={save}
            onClose={() => setRenaming("")}
          />
        ) : (
          <button key={name} onClick={() => setRenaming(name)}>
            {name}
          </button>
        ),
      )}
    </IntlProvider>
  );
}

/** Renames the first row, and opens the field of the second while that is saved. */
async function renameBoth(): Promise<{ readonly end: (thrown?: Error) => Promise<void> }> {
  let finish: (thrown?: Error) => void = () => undefined;
  const saved = new Promise<void>((resolve, reject) => {
    finish = (thrown) => (thrown ? reject(thrown) : resolve());
  });
  render(<Rows save={() => saved} />);
  await userEvent.click(screen.getByRole("button", { name: "first" }));
  await userEvent.type(screen.getByRole("textbox"), "x");
  await userEvent.click(screen.getByRole("button", { name: "second" }));
  const end = (thrown?: Error): Promise<void> =>
    act(async () => {
      finish(thrown);
      await saved.catch(() => undefined);
    });
  return { end };
}

test("a save that ends later leaves the field of another row open", async () => {
  const { end } = await renameBoth();
  await end();
  expect(screen.getByRole("textbox", { name: "Name of second" })).toHaveFocus();
});

test("a save that fails later says so beside the field of another row", async () => {
  const { end } = await renameBoth();
  await end(refusal(409, "GROUP_EXISTS"));
  expect(screen.getByRole("textbox", { name: "Name of second" })).not.toHaveAttribute("aria-describedby");
  expect(useAppStore.getState().snackbars.top_right).toMatchObject([{ type: "error" }]);
});
