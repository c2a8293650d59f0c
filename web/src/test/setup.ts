import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Test files share a worker, its window and the modules loaded from node_modules: restarting those for every file took
// more than half of the tests' time. Each file has its own copies of our modules, and a fresh page.
vi.resetModules();
document.head.replaceChildren();
document.body.replaceChildren();
window.history.replaceState(null, "", "/");

// Interfaces required by antd and missing in jsdom.
class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal("ResizeObserver", ResizeObserverStub);
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
  this.open = false;
};
HTMLElement.prototype.showPopover = () => undefined;
// axe requests a canvas to recognize icons. Without one it continues, and jsdom would print an error for each request.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
// Computing the cascade of antd's style sheets takes jsdom seconds per page, and no test depends on it: visibility and
// appearance are checked in the browser. Inline styles are enough for names and roles.
window.getComputedStyle = (element) => (element as HTMLElement).style;
// A query that is retried until it succeeds prints the page only on timeout.
const isTrying = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
// Events of userEvent are dispatched outside of act(), as in a browser. Work that a page defers while waiting for data
// inside of act() is lost, and from then on nothing loaded is drawn.
const { asyncWrapper, eventWrapper } = getConfig();
let acts = 0;
configure({
  asyncWrapper: async (run) => {
    acts += 1;
    try {
      const result: unknown = await asyncWrapper(run);
      return result;
    } finally {
      acts -= 1;
    }
  },
  eventWrapper: (dispatch: () => unknown): unknown => {
    if (acts > 0) return dispatch();
    let result: unknown;
    eventWrapper(() => {
      result = dispatch();
    });
    return result;
  },
  defaultHidden: true,
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) => {
    const error = new Error([message ?? "", isTrying() ? "" : prettyDOM(container)].join("\n\n"));
    error.name = "TestingLibraryElementError";
    return error;
  },
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});
