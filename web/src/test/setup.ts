import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Test files share a worker, its window and what it loaded from node_modules: starting those again for every file took
// more than half of the tests' time. Each file has modules of ours for itself, and a page like a new one.
vi.resetModules();
document.head.replaceChildren();
document.body.replaceChildren();
window.history.replaceState(null, "", "/");

// Interfaces that antd needs and jsdom lacks.
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
// axe asks for a canvas to recognize icons; without one it goes on, and jsdom would print an error for each question.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
// Working out the cascade of antd's style sheets costs jsdom seconds a page and no test asks for it: what is visible
// and how it looks is checked in the browser. Inline styles are enough for names and roles.
window.getComputedStyle = (element) => (element as HTMLElement).style;
// A query that is tried until it succeeds prints the page only once its time is up.
const isTrying = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
// What userEvent dispatches leaves act(), as a browser has none. The work that a page leaves for later when it waits for
// its data inside of act() is forgotten, and from then on nothing that is loaded is drawn.
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
