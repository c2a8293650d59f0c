import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { firstPageChunks } from "./chunks.ts";
import { emojiPlugin } from "./emoji-plugin.ts";
import { messagesPlugin } from "./messages-plugin.ts";
import { pagePlugin } from "./page-plugin.ts";

/** All other chunks follow from imports. React runs while the entry is still loading. */
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: "entry", tags: ["$initial" as const], priority: 2 },
  { name: firstPageChunks(), debugName: "first pages", priority: 1 },
  // The contracts of single pages are loaded with these pages.
  {
    name: "contracts",
    test: /\/src\/gen\/(?!.*\/(registration|contacts|data_protection|group_export|import|tracking|mail_provider|webhook|destination|sending|explanation|one_click|run)_service)/,
  },
  { name: "antd", test: /node_modules\/(antd|@rc-component|@ant-design\/(?!icons-svg))/, minShareCount: 4 },
  { name: "shared", test: /\/src\/(ui\/(?!form|charts)|lib|i18n|api|stores)|icons-svg/, minShareCount: 6 },
];

export default defineConfig({
  plugins: [react(), emojiPlugin(), messagesPlugin(), pagePlugin()],
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": process.env["API_URL"] ?? "http://127.0.0.1:8080" },
  },
  build: {
    target: "es2022",
    // The Polish letters are inlined: they are small, and text need not be drawn twice.
    assetsInlineLimit: (file) => file.endsWith("inter-polish.woff2"),
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /node_modules\/(@rc-component|@ant-design)\//, sideEffects: false }] },
      output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: false,
    maxWorkers: 2,
    isolate: false,
    // Pages of tests are short-lived: collecting them in a small space took a seventh of the CPU time.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: 60_000,
  },
});
