import { afterEach, beforeEach, expect, test, vi } from "vitest";

interface Sent {
  writeKey: string;
  sentAt: string;
  batch: {
    type: string;
    event?: string;
    messageId: string;
    anonymousId: string;
    userId?: string;
    traits?: object;
    context: { page: { url: string } };
  }[];
}

const KEY = "0199d8a2-0000-7000-8000-000000000001";
let answers: number[] = [];
let sent: Sent[] = [];
let beacons: Sent[] = [];
let listeners: [string, EventListener][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  sent = [];
  beacons = [];
  history.replaceState(null, "", "/shoes?gclid=1");
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    expect(url).toBe("https://puls.example.com/api/ingest/v1/batch");
    expect(init.keepalive).toBe(true);
    expect(init.credentials).toBe("omit");
    sent.push(JSON.parse(init.body as string) as Sent);
    return Promise.resolve(new Response(null, { status: answers.shift() ?? 200, headers: { "Retry-After": "5" } }));
  });
  const beacon = (_: string, body: string) => beacons.push(JSON.parse(body) as Sent) > 0;
  Object.defineProperty(navigator, "sendBeacon", { configurable: true, value: beacon });
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation((name: string, on: unknown) => {
    listeners.push([name, on as EventListener]);
    listen(name, on as EventListener);
  });
});

afterEach(() => {
  for (const [name, on] of listeners) window.removeEventListener(name, on);
  listeners = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.head.innerHTML = "";
  document.cookie = "puls_id=; path=/; max-age=0";
  localStorage.clear();
  delete window.puls;
  for (const name of ["doNotTrack", "globalPrivacyControl"]) Reflect.deleteProperty(navigator, name);
});

async function load(attributes: Record<string, string> = {}): Promise<void> {
  const script = document.createElement("script");
  script.type = "text/plain"; // jsdom loads nothing
  script.setAttribute("src", "https://puls.example.com/tracking/v1/puls.js");
  for (const [name, value] of Object.entries({ "data-key": KEY, ...attributes })) script.setAttribute(name, value);
  document.head.append(script);
  vi.resetModules();
  await import("./puls");
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const events = () => sent.flatMap((body) => body.batch);

test("views of pages and calls go in a batch after two seconds, without queries and properties", async () => {
  await load();
  window.puls?.("product_view", { price: 9 });
  history.pushState(null, "", "/boots?size=40");
  history.pushState(null, "", "/boots?size=40");
  expect(sent).toEqual([]);
  await wait(2_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.writeKey).toBe(KEY);
  expect(events().map((e) => [e.type, e.event, new URL(e.context.page.url).pathname])).toEqual([
    ["page", undefined, "/shoes"],
    ["track", "product_view", "/shoes"],
    ["page", undefined, "/boots"],
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/price|gclid|size/);
  expect(new Set(events().map((e) => e.messageId)).size).toBe(3);
  expect(new Set(events().map((e) => e.anonymousId)).size).toBe(1);
  expect(document.cookie).toBe("");
  expect(localStorage).toHaveLength(0);
});

test("twenty events do not wait", async () => {
  await load();
  for (let i = 0; i < 19; i++) window.puls?.("page_view");
  await wait(0);
  expect(events()).toHaveLength(20);
});

test.each(["doNotTrack", "globalPrivacyControl"])("nothing is sent where %s is on", async (name) => {
  Object.defineProperty(navigator, name, { configurable: true, value: name === "doNotTrack" ? "1" : true });
  await load();
  window.puls?.("purchase");
  window.puls?.("consent", true);
  window.dispatchEvent(new Event("pagehide"));
  await wait(60_000);
  expect([sent, beacons, document.cookie]).toEqual([[], [], ""]);
});

test("what was called before the script was there is not lost", async () => {
  window.puls = Object.assign(() => undefined, { q: [["identify", { userId: 7, email: "a@x.co" }], ["purchase"]] });
  await load();
  await wait(2_000);
  expect(events().map((e) => [e.type, e.event ?? "", e.userId])).toEqual([
    ["identify", "", "7"],
    ["track", "purchase", "7"],
    ["page", "", "7"],
  ]);
  expect(events()[0]?.traits).toEqual({ email: "a@x.co" });
});

test("with consent the visitor stays the same, without it nothing is kept", async () => {
  await load({ "data-consent": "wait" });
  window.puls?.("purchase");
  await wait(5_000);
  expect([sent, document.cookie]).toEqual([[], ""]);
  window.puls?.("consent", true);
  await wait(2_000);
  const visitor = events()[0]?.anonymousId ?? "";
  expect(document.cookie).toBe(`puls_id=${visitor}`);
  await load({ "data-consent": "wait" });
  await wait(2_000);
  expect(events().map((e) => e.anonymousId)).toEqual([visitor, visitor]);
  window.puls?.("consent", false);
  window.puls?.("purchase");
  await wait(5_000);
  expect(events()).toHaveLength(2);
  expect(document.cookie).toBe("");
});

test("what was not taken is sent again, later and later, as the same events", async () => {
  answers = [503, 429, 200];
  await load();
  await wait(2_000);
  await wait(4_999);
  expect(sent).toHaveLength(1);
  await wait(1);
  expect(sent).toHaveLength(2);
  await wait(8_000);
  expect(sent).toHaveLength(3);
  expect(new Set(events().map((e) => e.messageId)).size).toBe(1);
  expect(new Set(sent.map((body) => body.sentAt)).size).toBe(3);
  await wait(60_000);
  expect(sent).toHaveLength(3);
});

test("what was refused is not sent again", async () => {
  answers = [401];
  await load();
  await wait(120_000);
  expect(sent).toHaveLength(1);
});

test("what waits goes when the page is left, and is kept for the next one while nobody answers", async () => {
  await load();
  window.puls?.("purchase");
  window.dispatchEvent(new Event("pagehide"));
  expect(beacons.flatMap((body) => body.batch).map((e) => e.type)).toEqual(["page", "track"]);
  await wait(10_000);
  expect(sent).toEqual([]);

  answers = [503];
  window.puls?.("consent", true);
  window.puls?.("checkout_view");
  await wait(2_000);
  window.dispatchEvent(new Event("pagehide"));
  expect(JSON.parse(localStorage.getItem("puls_left") ?? "")).toHaveLength(1);
  const lost = sent[0]?.batch[0]?.messageId;
  sent = [];
  await load();
  await wait(2_000);
  expect(events()[0]?.messageId).toBe(lost);
  expect(localStorage.getItem("puls_left")).toBeNull();
});

test("no more than 200 events wait", async () => {
  answers = Array.from({ length: 100 }, () => 503);
  await load();
  for (let i = 0; i < 500; i++) window.puls?.(`event ${i}`);
  await wait(2_000);
  answers = [];
  sent = [];
  await wait(120_000);
  expect(events()).toHaveLength(200);
  expect(events().at(-1)?.event).toBe("event 499");
});
