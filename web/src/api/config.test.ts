import { expect, test } from "vitest";
import { fakeFetch, json } from "../test/fake-fetch";
import { loadConfig, NO_CONFIG, readConfig } from "./config";

test("the operator's configuration is read; what is no safe address counts as unset", () => {
  const config = readConfig(
    JSON.stringify({
      stage: "staging",
      upgradeUrl: "javascript:alert(1)",
      bugReportUrl: "mailto:bug@puls.example",
      knowledgeBaseUrl: "https://help.example",
      x: 1,
    }),
  );
  expect(config).toEqual({
    ...NO_CONFIG,
    stage: "staging",
    bugReportUrl: "mailto:bug@puls.example",
    knowledgeBaseUrl: "https://help.example",
  });
});

test.each([
  ["missing", json({}, 404)],
  ["a page", () => new Response("<!doctype html>")],
  ["away", () => Promise.reject(new TypeError("x"))],
])("a configuration that is %s leaves the stage at production and the rest unset", async (_, answer) => {
  expect(await loadConfig(fakeFetch(answer).fetch)).toEqual(NO_CONFIG);
});
