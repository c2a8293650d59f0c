import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "react-intl";
import { expect, test, vi } from "vitest";
import { Chart } from "./Chart";
import { Lines } from "./Lines";
import { textWidth } from "./surface";

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

test("a print has the width of its sheet, whatever the width of the screen", () => {
  render(
    <IntlProvider locale="pl" onError={() => undefined}>
      <Chart title="W czasie" about="">
        {null}
      </Chart>
    </IntlProvider>,
  );
  const widths = (): (string | null)[] => screen.getAllByRole("img").map((drawing) => drawing.getAttribute("width"));
  expect(widths()).toEqual(["480"]);
  dispatchEvent(new Event("beforeprint"));
  expect(widths()).toEqual(["686"]);
  act(() => void dispatchEvent(new Event("afterprint")));
  expect(widths()).toEqual(["480"]);
});

test("a number stands where no line runs through it, and within the picture", () => {
  const values = [43.05, 44.77, 45.86, 46.23, 45.68, 45.8, 45.8, 46.58, 45.85, 46.49, 40.27];
  render(
    <IntlProvider locale="pl" onError={() => undefined}>
      <svg>
        <Lines
          periods={values.map((_, at) => ({ key: String(at), name: "" }))}
          lines={[{ key: "now", name: "", values, stroke: "green" }]}
          valueTitle=""
          nameTitle=""
          digits={2}
        />
      </svg>
    </IntlProvider>,
  );
  const number = (element: Element, name: string): number => Number(element.getAttribute(name));
  const points = [...document.querySelectorAll("circle")].map((point) => [number(point, "cx"), number(point, "cy")]);
  const texts = [...document.querySelectorAll("circle + text")];
  const axis = number(document.querySelector("line")!, "x1");
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    const [x, y, half] = [number(text, "x"), number(text, "y"), textWidth(text.textContent) / 2];
    expect(x - half, text.textContent).toBeGreaterThan(axis);
    expect(x + half).toBeLessThanOrEqual(480);
    points.slice(1).forEach(([toX = 0, toY = 0], at) => {
      const [fromX = 0, fromY = 0] = points[at] ?? [];
      for (let part = 0; part <= 1; part += 0.02) {
        const [lineX, lineY] = [fromX + part * (toX - fromX), fromY + part * (toY - fromY)];
        const inside = Math.abs(lineX - x) < half && lineY > y - 9 && lineY < y;
        expect(inside, `${text.textContent} at ${lineX}`).toBe(false);
      }
    });
  }
});

test("names of periods are between the ends of the axis", () => {
  const months = ["09/2026", "10/2026", "11/2026"];
  render(
    <IntlProvider locale="pl" onError={() => undefined}>
      <svg>
        <Lines
          periods={months.map((name) => ({ key: name, name }))}
          lines={[{ key: "now", name: "", values: [44, 46, 45], stroke: "green" }]}
          valueTitle=""
          nameTitle=""
          digits={2}
        />
      </svg>
    </IntlProvider>,
  );
  const half = textWidth("11/2026") / 2;
  const place = (element: Element | null, name: string): number => Number(element?.getAttribute(name));
  const axis = document.querySelector("line");
  expect(place(screen.getByText("09/2026"), "x") - half).toBeGreaterThan(place(axis, "x1"));
  expect(place(screen.getByText("11/2026"), "x") + half).toBeLessThan(place(axis, "x2"));
});
