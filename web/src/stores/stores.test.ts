import { expect, test } from "vitest";
import {
  addAlert,
  addSidebarItem,
  clearAlerts,
  closeSnackbar,
  dismissAlert,
  noteVersion,
  removeAlert,
  showSnackbar,
  useAppStore,
} from "./app-store";
import { choosePageSize, usePreferenceStore } from "./preference-store";
import { endSession, hasValidSession, readSharedSession, startSession } from "./session-store";
import { forgetAllUnsaved, interruptUnsaved, keepUnsaved, unsaved } from "./unsaved-store";

test("a page is old once the server names another version than before", () => {
  noteVersion("1.0");
  expect(useAppStore.getState().needsRefresh).toBe(false);
  noteVersion("1.0");
  expect(useAppStore.getState().needsRefresh).toBe(false);
  noteVersion("1.1");
  noteVersion("1.1");
  expect(useAppStore.getState()).toMatchObject({ version: "1.1", needsRefresh: true });
});

test("a session holds until it runs out, and every tab reads it", () => {
  startSession({ token: "t", expire: 1000 });
  expect(hasValidSession(999)).toBe(true);
  expect(hasValidSession(1000)).toBe(false);
  expect(localStorage.getItem("puls.session")).toContain('"token":"t"');
  endSession();
  expect(hasValidSession(0)).toBe(false);
  expect(localStorage.getItem("puls.session")).not.toContain("token");
});

test("a session that another tab ended is over here", () => {
  startSession({ token: "t", expire: 4_000_000_000 });
  localStorage.setItem("puls.session", JSON.stringify({ state: { expire: 0 }, version: 0 }));
  readSharedSession();
  expect(hasValidSession()).toBe(false);
});

test("a preference that another tab chose is kept by the next choice here", () => {
  choosePageSize(50);
  const stored = JSON.parse(localStorage.getItem("puls.preferences") ?? "") as { state: object };
  const state = { ...stored.state, colorMode: "dark" };
  localStorage.setItem("puls.preferences", JSON.stringify({ ...stored, state }));
  window.dispatchEvent(new StorageEvent("storage", { key: "puls.preferences" }));
  expect(usePreferenceStore.getState().colorMode).toBe("dark");
  choosePageSize(100);
  expect(localStorage.getItem("puls.preferences")).toContain('"colorMode":"dark"');
});

const SAID = { message: { id: "a.b.c", defaultMessage: "x", description: "" } };
const OTHER = { message: { id: "a.b.d", defaultMessage: "y", description: "" } };

test("an alert comes once, and once dismissed it stays away", () => {
  addAlert(SAID);
  addAlert(SAID);
  expect(useAppStore.getState().alerts).toHaveLength(1);
  addAlert(SAID, "warning", { repeat: true });
  expect(useAppStore.getState().alerts).toHaveLength(2);
  clearAlerts();
  expect(useAppStore.getState().alerts).toEqual([]);
  addAlert(SAID);
  addAlert(OTHER);
  dismissAlert(SAID);
  removeAlert(SAID);
  expect(useAppStore.getState().alerts).toHaveLength(2);
  clearAlerts();
  expect(useAppStore.getState().alerts).toMatchObject([{ ...SAID, dismissed: true }]);
  addAlert(SAID);
  expect(useAppStore.getState().alerts).toHaveLength(1);
  removeAlert(SAID, { force: true });
  expect(useAppStore.getState().alerts).toEqual([]);
});

test("a snackbar goes to the top right for three seconds and counts as a success", () => {
  showSnackbar(SAID);
  showSnackbar(OTHER, { slot: "top", type: "error", timeout: 500 });
  const { top, top_right } = useAppStore.getState().snackbars;
  expect(top_right).toMatchObject([{ ...SAID, type: "success", timeout: 3000, state: true }]);
  expect(top).toMatchObject([{ ...OTHER, type: "error", timeout: 500 }]);
  for (const { id } of [...top, ...top_right]) closeSnackbar(id);
  expect(useAppStore.getState().snackbars).toEqual({ top: [], top_right: [] });
});

test("a new entry of the side menu comes in inactive with its children", () => {
  const item = { label: "x", icon: "", url: "", active: true, children: [] };
  addSidebarItem({ ...item, key: "a", children: [{ ...item, key: "b" }] });
  expect(useAppStore.getState().sidebarItems).toMatchObject([
    { key: "a", active: false, children: [{ key: "b", active: false, children: [] }] },
  ]);
});

test("only the form that was interrupted waits for the person", () => {
  keepUnsaved("one", 7, "typed");
  keepUnsaved("other", 7, "left behind");
  interruptUnsaved("one");
  expect([unsaved("one", 7), unsaved("other", 7), unsaved("one", 8)]).toEqual(["typed", undefined, undefined]);
  interruptUnsaved();
  expect(unsaved("other", 7)).toBe("left behind");
  forgetAllUnsaved();
});
