import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { pagePlugin } from "./page-plugin.ts";

/**
 * Few, large parts, because on a slow line every request costs a round trip: libraries, the entry with what signing in
 * needs, and the pages that most people open; antd comes with the forms only. What the entry imports must not stand in
 * `pages`, or everybody would load them: the size check would tell.
 */
const groups = [
  { name: "sentry", test: /node_modules\/(@sentry|web-vitals)/, priority: 40 },
  // What is left of the libraries is antd with its own.
  { name: "antd", test: /node_modules\/(?!@ant-design\/icons-svg)/, priority: 5 },
  {
    name: "libraries",
    test: /node_modules\/(react|react-dom|react-router|scheduler|react-intl|@formatjs|intl-messageformat|zustand|@bufbuild|@connectrpc|@growthbook|dom-mutator|fast-deep-equal)\/|preload-helper/,
    priority: 30,
  },
  {
    name: "base",
    test: /src\/(ui\/(?!NewPassword|password|email|Menu|Hint|Pager|SortHeader|Score|DataTable|Select|Progress|StatusTag|Tag|LeaveGuard)|i18n\/(?!en\.json|pseudo)|lib\/|stores\/|theme\/(palettes|use-mode|global)|api\/|gen\/|flags\/|features\/session\/(LoginPage|messages))|icons-svg\/es\/asn\/(Loading|Eye|Close|Check|Info|Warning|Exclamation|Disconnect|Lock)/,
    priority: 20,
  },
  {
    name: "pages",
    test: /icons-svg\/es\/asn\/(?!Loading|Eye|Close|Check|Info|Warning|Exclamation|Disconnect|Lock)|src\/(ui\/(Menu|Hint|Pager|SortHeader|Score|DataTable|Dialog|Select|Progress|StatusTag|Tag|NoValue)\.|app\/(Shell|SideMenu|TopBar|Notices|ExternalMenu|external-menu|menu-icons|messages|ScoringOffPage)|features\/(scorings\/(ChannelStart|Filters|HowToStart|Pages|ReportList|Scoring|table-view)|scoring-report\/(?!routes|loader|index|messages|ReportError)|guide\/Guide\.|notifications\/(NotificationButton|store|messages)|session\/(ClientBanner|SessionDialogs|UserMenu|client)))/,
    priority: 10,
  },
];

export default defineConfig({
  plugins: [react(), pagePlugin()],
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": process.env["API_URL"] ?? "http://127.0.0.1:8080" },
  },
  build: {
    target: "es2022",
    // The style sheet stands in the page itself.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: false,
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
