import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { expect, test, vi } from "vitest";
import { Chart } from "./Chart";

test("a picture is XML, whatever signs its words have", async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = vi.fn((blob: Blob) => (saved.push(blob), "blob:x"));
  const words = "12\u00a0345 < 20\u202f000 & \u201eró\u017cne\u201d";
  render(
    <IntlProvider locale="pl" onError={() => undefined}>
      <Chart title={"W\u00a0czasie"} about="o czym">
        <text className="sign">{words}</text>
      </Chart>
    </IntlProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: /W.czasie/ }));
  await userEvent.click(screen.getByRole("menuitem", { name: /SVG/ }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const svg = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(saved[0]!);
  });
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(picture.querySelector("parsererror")).toBeNull();
  expect(picture.querySelector(".sign")?.textContent).toBe(words);
});
