import { defineConfig } from "@playwright/test";
import flows from "../playwright.config";

/** Makes the recording of the demonstration (`tools/task demo:record`); not a flow. */
export default defineConfig(flows, {
  testDir: ".",
  testMatch: "record-demo.ts",
  outputDir: "artifacts",
  timeout: 900_000,
  use: { trace: "off" },
});
