import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { emojiPlugin } from "./emoji-plugin.ts";
import { messagesPlugin } from "./messages-plugin.ts";
import { pagePlugin } from "./page-plugin.ts";

/**
 * Few, large parts, because on a slow line every request costs a round trip: the entry with what signing in needs, two
 * libraries of which each runs while the rest is on its way, the pages that most people open, and the report's frame
 * with its first tab. antd comes with the forms only.
 */
const groups = [
  // The other side of connect answers only in mock mode.
  {
    name: "connect-router",
    test: /connectrpc\/connect\/dist\/esm\/(router|implementation|protocol-grpc(-web)?\/(?!headers)|protocol\/(universal|invoke)|protocol-connect\/handler)/,
    priority: 40,
  },
  // Drawings come after the figures that they show.
  { name: "charts", test: /node_modules\/(d3-|internmap)|src\/ui\/charts\/(?!picture)/, priority: 40 },
  { name: "sentry", test: /node_modules\/(@sentry|web-vitals)/, priority: 40 },
  // Contracts of single pages come with these.
  {
    name: "calls",
    test: /node_modules\/(@bufbuild|@connectrpc)\/|src\/gen\/(?!.*\/(registration|contacts|data_protection|group_export|import|tracking|mail_provider|sending|explanation|one_click|run)_service)/,
    priority: 30,
  },
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
  { name: "entry", tags: ["$initial" as const], priority: 20 },
  // Pictures of single pages come with these.
  {
    name: "pages",
    test: /icons-svg\/(?!.*\/(Inbox|PauseCircle|PaperClip|MinusCircle|Rocket|Swap|Edit|Global|Printer|Smile)(Outlined|Filled))|src\/(lib\/(?!regions|password)|api\/messages\.|ui\/(Menu|Hint|Pager|SortHeader|Score|DataTable|Dialog|Select|Progress|StatusTag|Tag|NoValue|PagePart|lazy-part|use-poll)\.|app\/(?!ScoringOff)|i18n\/(format|score-messages|scoring-name)|features\/(scoring-editor\/(index|entering)|guide\/Guide\.|notifications\/(NotificationButton|store|messages)|session\/(ClientBanner|SessionDialogs|UserMenu|client)))/,
    priority: 10,
  },
  {
    name: "list",
    test: /src\/(features\/scorings\/|ui\/(RenameField|use-leaving)\.|stores\/removals\.)/,
    priority: 10,
  },
  {
    name: "report",
    test: /src\/features\/(calculation\/(?!CalculationProgress)|scoring-report\/(frame|report|details|model)\/)/,
    priority: 10,
  },
  { name: "forms", test: /src\/ui\/(use-|LogInButton|email-rules|password)/, priority: 10 },
  { name: "emoji", test: /node_modules\/frimousse\//, priority: 8 },
  // What is left of the libraries is antd with its own.
  { name: "antd", test: /node_modules\/(?!@ant-design\/icons-svg)/, priority: 5 },
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
    // The Polish letters come with the page: they are small, and text need not be drawn twice.
    assetsInlineLimit: (file) => file.endsWith("inter-polish.woff2"),
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: false,
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
  },
});
