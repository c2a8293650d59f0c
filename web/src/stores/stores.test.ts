import { expect, test } from "vitest";
import { noteVersion, useAppStore } from "./app-store";
import { endSession, hasValidSession, startSession } from "./session-store";

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
