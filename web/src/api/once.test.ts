import { afterEach, expect, test, vi } from "vitest";
import { fakeFetch, fakeSession, json } from "../test/fake-fetch";
import { clientOf, createApi } from "./api";
import { ContactsService, ScoringService } from "./services";

afterEach(() => vi.useRealTimers());

const down = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
const refused = json({ error: { title: "x" }, meta: { class: "GROUP_EXISTS" } }, 409);

function contactsWith(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, sent } = fakeFetch(...answers);
  const api = createApi({ session: fakeSession(true), onVersion: () => undefined, fetch });
  const create = (name: string): Promise<unknown> =>
    clientOf(api, ContactsService)
      .createGroup({ uid: "007", name })
      .catch(() => undefined);
  return { api, create, keys: () => sent.map(({ headers }) => headers.get("idempotency-key")) };
}

test("a call of unknown outcome is repeated with its key, until it has an answer", async () => {
  const { create, keys } = contactsWith(down, json({}, 502), json({ id: 1 }), json({ id: 2 }));
  for (let tries = 0; tries < 4; tries += 1) await create("Łódź i okolice");
  const [first, second, third, fourth] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test("other content has another key, and so does a call that was refused or is repeated late", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { create, keys } = contactsWith(down, down, down, refused, json({ id: 1 }));
  await create("VIP");
  await create("News");
  vi.setSystemTime(Date.now() + 61_000);
  for (let tries = 0; tries < 3; tries += 1) await create("VIP");
  const [vip, news, late, again, refusedBefore] = keys();
  expect(again).toBe(late);
  expect(new Set([vip, news, late, refusedBefore]).size).toBe(4);
});

test("a call that succeeds ends the repetition of one that failed beside it", async () => {
  let succeed = (): void => undefined;
  const slow = (): Promise<Response> => new Promise((resolve) => (succeed = () => resolve(json({ id: 1 })())));
  const { create, keys } = contactsWith(slow, down, json({ id: 2 }));
  const first = create("VIP");
  await create("VIP");
  succeed();
  await first;
  await create("VIP");
  expect(new Set(keys()).size).toBe(3);
});

test("a renewed session keeps the key, and other calls have none", async () => {
  const { api, create, keys } = contactsWith(json({}, 401), json({ id: 1 }), json({ items: [] }));
  await create("VIP");
  await clientOf(api, ScoringService).listScorings({});
  const [first, second, list] = keys();
  expect(second).toBe(first);
  expect(list).toBeNull();
});
