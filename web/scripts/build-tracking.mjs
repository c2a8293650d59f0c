// Builds the tracking script into the gateway, which embeds it: an installation without web pages serves it, too. The
// build is committed; a test compares it with its source.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "vite";

const ROOT = new URL("..", import.meta.url).pathname;
const TARGET = new URL("../../services/gateway/internal/tracking/puls.js", import.meta.url).pathname;

const [bundle] = await build({
  configFile: false,
  root: ROOT,
  logLevel: "error",
  build: {
    write: false,
    target: "es2020",
    lib: { entry: "src/tracking/puls.ts", formats: ["iife"], name: "pulsTracking", fileName: () => "puls.js" },
  },
});
const code = bundle.output[0].code;
if (!process.argv.includes("--check")) writeFileSync(TARGET, code);
else if (readFileSync(TARGET, "utf8") !== code) throw new Error("run: npm run tracking");
