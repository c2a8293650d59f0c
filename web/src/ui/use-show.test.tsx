import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { describe, expect, test } from "vitest";
import { useShow } from "./use-show";

type Show = ReturnType<typeof useShow>;

/** A page whose data load when released, with access to its hook. */
function page(): { readonly show: () => Show; readonly release: () => void } {
  let show: Show | undefined;
  let release: () => void = () => undefined;
  let first = true;
  function Page(): ReactNode {
    show = useShow({ replace: true });
    return <p>{useLocation().search}</p>;
  }
  const loader = async (): Promise<null> => {
    if (!first) await new Promise<void>((resolve) => (release = resolve));
    first = false;
    return null;
  };
  const router = createMemoryRouter([{ path: "/", loader, Component: Page, HydrateFallback: () => null }], {
    initialEntries: ["/?a=1&page=3"],
  });
  render(<RouterProvider router={router} />);
  return { show: () => show!, release: () => release() };
}

/** Runs `doing` and waits until the page has followed. */
const followed = (doing: () => void): Promise<void> =>
  act(() => {
    doing();
    return Promise.resolve();
  });

describe("changes of the address", () => {
  test("of one rendering go on from each other", async () => {
    const { show, release } = page();
    await screen.findByText("?a=1&page=3");
    const once = show();
    act(() => {
      once({ b: "2", page: undefined });
      once({ a: "5" });
      once((search) => `?${search.toString()}&c=3`);
    });
    await followed(release);
    expect(await screen.findByText("?b=2&a=5&c=3")).toBeInTheDocument();
  });

  test("go on from one whose page is on its way", async () => {
    const { show, release } = page();
    await screen.findByText("?a=1&page=3");
    await followed(() => show()({ b: "2" }));
    expect(screen.getByText("?a=1&page=3")).toBeInTheDocument();
    await followed(() => show()({ c: "3" }));
    await followed(release);
    expect(await screen.findByText("?a=1&page=3&b=2&c=3")).toBeInTheDocument();
  });
});
