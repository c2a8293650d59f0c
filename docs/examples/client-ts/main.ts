// Imports contacts and their engagement, scores them, reads the report, and puts the best band into a group.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const { PULS_URL, PULS_EMAIL = "", PULS_PASSWORD = "" } = process.env;
const [contacts = "contacts.csv", engagement = "engagement.csv", uid = "001"] = process.argv.slice(2);
const puls = createClient<paths>({ baseUrl: PULS_URL ?? "http://127.0.0.1:8080" });

/** Returns the data of a response, or throws an error with the reason from Puls. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** An idempotency key: a call with it takes effect once, even if it is repeated. */
const once = () => ({ header: { "Idempotency-Key": randomUUID() } });

/** Sends a file and waits until its import has ended. */
async function send(path: "contacts" | "engagement", file: string): Promise<void> {
  const csv = { headers: { "Content-Type": "text/csv" }, bodySerializer: (body: unknown) => body as string };
  const body = await readFile(file, "utf8");
  const { id } = await ok(puls.POST(`/api/protected/saresystem/${path}:import`, { params: once(), body, ...csv }));
  for (;;) {
    const found = await ok(puls.GET("/api/protected/saresystem/imports/{id}", { params: { path: { id } } }));
    console.log(`${path}: ${found.state}, ${found.kept} kept, ${found.refused} refused`);
    if (found.state !== "running") return;
    await setTimeout(500);
  }
}

const login = await ok(
  puls.POST("/api/public/account/users:login", { body: { email: PULS_EMAIL, password: PULS_PASSWORD } }),
);
puls.use({ onRequest: ({ request }) => request.headers.set("Authorization", `Bearer ${login.token}`) });

await send("contacts", contacts);
await send("engagement", engagement);
const weights = { or: "0.45", ctr: "0.30", delivery: "0.25" };
const mailing = { weights, percentile: 0.9 as const, dataSources: [{ uid, includedAll: true }] };
const body = { name: "Everybody, two weeks", config: { daysAgo: 14 as const, mailing } };
const { id } = await ok(puls.POST("/api/protected/scoring/scorings", { params: once(), body }));
const params = { path: { id } };
await ok(puls.POST("/api/protected/scoring/scorings/{id}:setStatus", { params, body: { newStatus: 2 } }));
await ok(puls.POST("/api/protected/scoring/scorings/{id}:calculate", { params: { ...params, ...once() }, body: {} }));
await ok(puls.GET("/api/protected/scoring/scorings/{id}:progress", { params, parseAs: "text" })); // ends with the calculation

const query = { scoringType: "mailing" as const };
const report = await ok(
  puls.GET("/api/protected/scoring/scorings/{id}:partitionSummary", { params: { ...params, query } }),
);
for (const band of report.items) console.log(`${band.scoringMin} to ${band.scoringMax}: ${band.emailCount} contacts`);
const targets = [{ scoringMin: 81, scoringMax: 100, newGroupName: "Best" }];
const best = { params: { ...params, ...once() }, body: { ...query, targets } };
const receipt = await ok(puls.POST("/api/protected/scoring/scorings/{id}:exportToGroups", best));
for (const item of receipt.items) console.log(`${item.groupName}: ${item.added} added`);
