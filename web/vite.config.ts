import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": process.env["API_URL"] ?? "http://127.0.0.1:8080" },
  },
  build: {
    target: "es2022",
    // The size check reads which chunks a page loads at once.
    manifest: true,
    chunkSizeWarningLimit: 1500,
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
