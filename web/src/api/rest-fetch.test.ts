import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakeFetch, fakeSession, json, pieces } from "../test/fake-fetch";
import { clientOf, createApi, type Api } from "./api";
import {
  AccountService,
  CalculationService,
  ContactsService,
  RegistrationService,
  ReportService,
  ScoringService,
  SessionService,
} from "./services";
import { toFault } from "./fault";
import type { Fetch } from "./rest-fetch";

const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";

function apiWith(fetch: Fetch, onVersion: (version: string) => void = () => undefined): Api {
  return createApi({ session: fakeSession(false), onVersion, fetch });
}

async function faultOf(call: Promise<unknown>): Promise<ReturnType<typeof toFault>> {
  return toFault(
    await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    ),
  );
}

describe("the rule of a method decides how it travels", () => {
  test("a verb after a path variable, with the rest in the body", async () => {
    const { fetch, sent } = fakeFetch(json({}));
    await clientOf(apiWith(fetch), ScoringService).setScoringStatus({ id: ID, newStatus: 2 });
    expect(sent[0]).toMatchObject({
      method: "POST",
      path: `/api/protected/scoring/scorings/${ID}:setStatus`,
      body: '{"newStatus":2}',
    });
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  });

  test("repeated query parameters, empty ones left out", async () => {
    const { fetch, sent } = fakeFetch(json({ items: [] }));
    const api = apiWith(fetch);
    await clientOf(api, ReportService).listSummaries({ scoringTypes: ["mailing", "sms"] });
    await clientOf(api, ReportService).getPartitionSummary({
      id: ID,
      uids: ["001", "042"],
      generatedDate: "2026-11-02",
    });
    expect(sent.map((call) => call.path)).toEqual([
      "/api/protected/scoring/scorings:summary?scoringTypes=mailing&scoringTypes=sms",
      `/api/protected/scoring/scorings/${ID}:partitionSummary?generatedDate=2026-11-02&uids=001&uids=042`,
    ]);
    expect(sent[0]?.headers.has("content-type")).toBe(false);
  });

  test.each([
    ["PUT", (api: Api) => clientOf(api, ScoringService).saveScoring({ id: ID, name: "Test" })],
    ["PATCH", (api: Api) => clientOf(api, ScoringService).updateActiveScoring({ id: ID, name: "Test" })],
    ["DELETE", (api: Api) => clientOf(api, ScoringService).deleteScoring({ id: ID })],
  ])("%s", async (method, call) => {
    const { fetch, sent } = fakeFetch(json({}));
    await call(apiWith(fetch));
    expect(sent[0]).toMatchObject({ method, path: `/api/protected/scoring/scorings/${ID}` });
    expect(sent[0]?.body).toBe(method === "DELETE" ? undefined : '{"name":"Test"}');
  });

  test("any path variable arrives as one segment", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: "grapheme" }).filter((id) => !/^\.\.?$/.test(id)),
        async (id) => {
          const { fetch, sent } = fakeFetch(json({ generatedDate: "" }));
          await clientOf(apiWith(fetch), CalculationService).calculate({ id });
          const segments = sent[0]?.path.split("/") ?? [];
          expect(segments).toHaveLength(6);
          expect(decodeURIComponent(segments[5]?.replace(/:calculate$/, "") ?? "")).toBe(id);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("a number in the path may be zero, as that of a database's first contact is", async () => {
    const { fetch, sent } = fakeFetch(json({}));
    await clientOf(apiWith(fetch), ContactsService).getContact({ uid: "001", number: 0 });
    expect(sent[0]?.path).toBe("/api/protected/saresystem/contacts/001/0");
  });

  test("a missing path variable is a mistake of the program and sends nothing", async () => {
    const { fetch, sent } = fakeFetch(json({}));
    await expect(clientOf(apiWith(fetch), ScoringService).getScoring({ id: "" })).rejects.toThrow(
      /path variable id is empty/,
    );
    expect(sent).toHaveLength(0);
  });
});

describe("answers", () => {
  test("response_body stands for one field", async () => {
    const { fetch } = fakeFetch(json({ id: ID, name: "Newsletter", status: 2, lastGeneratedAt: null }));
    const { scoring } = await clientOf(apiWith(fetch), ScoringService).getScoring({ id: ID });
    expect(scoring).toMatchObject({ name: "Newsletter", status: 2 });
    expect(scoring?.lastGeneratedAt).toBeUndefined();
  });

  test("a map of lists", async () => {
    const { fetch } = fakeFetch(json({ "001": { items: [{ id: 7, name: "VIP", uid: "001" }] }, "002": { items: [] } }));
    const { uids } = await clientOf(apiWith(fetch), ContactsService).listGroups({});
    expect(uids["001"]?.items[0]?.name).toBe("VIP");
    expect(uids["002"]?.items).toEqual([]);
  });

  test("unknown fields, nulls and an empty body do no harm", async () => {
    const api = apiWith(
      fakeFetch(json({ items: [], avgScoring: 1.5, references: { or: "4/5", ctr: null }, added: 1 })).fetch,
    );
    const summary = await clientOf(api, ReportService).getPartitionSummary({ id: ID });
    expect(summary.references["or"]?.kind).toEqual({ case: "stringValue", value: "4/5" });
    expect(summary.references["ctr"]?.kind.case).toBe("nullValue");
    const empty = apiWith(fakeFetch(() => new Response(null, { status: 204 })).fetch);
    await expect(clientOf(empty, ScoringService).deleteScoring({ id: ID })).resolves.toBeDefined();
  });

  test("the product's error keeps title, class, fields, current state, status and trace", async () => {
    const body = {
      error: { title: "Invalid" },
      meta: { class: "SCORING_WEIGHTS_SUM" },
      fields: [{ field: "config.mailing.weights", class: "SCORING_WEIGHTS_SUM", params: { sum: 105 }, message: "sum" }],
      current: { id: ID, version: 4 },
    };
    const { fetch } = fakeFetch(json(body, 400, { "x-trace-id": "abc" }));
    expect(await faultOf(clientOf(apiWith(fetch), ScoringService).saveScoring({ id: ID }))).toEqual({
      code: Code.InvalidArgument,
      httpStatus: 400,
      title: "Invalid",
      reason: "SCORING_WEIGHTS_SUM",
      fields: [{ field: "config.mailing.weights", class: "SCORING_WEIGHTS_SUM", params: { sum: 105 }, message: "sum" }],
      current: { id: ID, version: 4 },
      traceId: "abc",
    });
  });

  test.each([
    [401, Code.Unauthenticated],
    [404, Code.NotFound],
    [409, Code.Aborted],
    [429, Code.ResourceExhausted],
    [500, Code.Internal],
    [503, Code.Unavailable],
  ])("status %i without words", async (status, code) => {
    const { fetch } = fakeFetch(() => new Response("upstream", { status, headers: { "content-type": "text/plain" } }));
    expect(await faultOf(clientOf(apiWith(fetch), ScoringService).listScorings({}))).toMatchObject({
      code,
      httpStatus: status,
      reason: "",
    });
  });

  test("a page in place of JSON is a failure", async () => {
    const { fetch } = fakeFetch(() => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }));
    expect(await faultOf(clientOf(apiWith(fetch), ScoringService).listScorings({}))).toMatchObject({
      code: Code.Unavailable,
    });
  });

  test("no answer is Unavailable with status 0", async () => {
    const { fetch } = fakeFetch();
    expect(await faultOf(clientOf(apiWith(fetch), ScoringService).listScorings({}))).toMatchObject({
      code: Code.Unavailable,
      httpStatus: 0,
    });
  });
});

describe("limits of a call", () => {
  test("the deadline is told to the gateway", async () => {
    const { fetch, sent } = fakeFetch(json({ items: [] }));
    await clientOf(apiWith(fetch), ScoringService).listScorings({}, { timeoutMs: 1500 });
    expect(sent[0]?.headers.get("grpc-timeout")).toBe("1500m");
    expect(sent[0]?.headers.has("connect-timeout-ms")).toBe(false);
  });

  const never: Fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      if (init?.signal?.aborted) reject(init.signal.reason as Error);
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
    });

  test("a call that takes too long ends", async () => {
    const fault = await faultOf(clientOf(apiWith(never), ScoringService).listScorings({}, { timeoutMs: 20 }));
    expect(fault.code).toBe(Code.DeadlineExceeded);
  });

  test("a call can be given up", async () => {
    const controller = new AbortController();
    const call = faultOf(clientOf(apiWith(never), ScoringService).listScorings({}, { signal: controller.signal }));
    controller.abort();
    expect((await call).code).toBe(Code.Canceled);
  });
});

describe("streams", () => {
  const lines =
    ["queued", "counting", "done"]
      .map((stage, index) =>
        JSON.stringify({
          result: {
            generatedDate: "2026-11-02",
            channels: [{ scoringType: "mailing", stage, done: index / 2, reason: "zażółć 🐦" }],
          },
        }),
      )
      .join("\n") + "\n";
  const bytes = new TextEncoder().encode(lines);

  async function collect(fetch: Fetch): Promise<{ stages: string[]; error: ConnectError | undefined }> {
    const stages: string[] = [];
    try {
      for await (const state of clientOf(apiWith(fetch), ReportService).watchProgress({
        id: ID,
        generatedDate: "2026-11-02",
      })) {
        stages.push(`${state.channels[0]?.stage ?? ""}:${state.channels[0]?.reason ?? ""}`);
      }
    } catch (thrown) {
      return { stages, error: ConnectError.from(thrown) };
    }
    return { stages, error: undefined };
  }

  test("arrive whole wherever the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const parts = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
        const { fetch, sent } = fakeFetch(() => new Response(pieces(parts.filter((part) => part.length > 0))));
        const { stages, error } = await collect(fetch);
        expect(error).toBeUndefined();
        expect(stages).toEqual(["queued", "counting", "done"].map((stage) => `${stage}:zażółć 🐦`));
        expect(sent[0]).toMatchObject({
          method: "GET",
          path: `/api/protected/scoring/scorings/${ID}:progress?generatedDate=2026-11-02`,
        });
      }),
      { numRuns: 100 },
    );
  });

  test("one byte at a time, without a last line break", async () => {
    const parts = Array.from(bytes.slice(0, -1), (byte) => Uint8Array.of(byte));
    const { stages, error } = await collect(fakeFetch(() => new Response(pieces(parts))).fetch);
    expect(error).toBeUndefined();
    expect(stages).toHaveLength(3);
  });

  test("an error line ends the stream after what came before", async () => {
    const tail = '{"error":{"code":14,"message":"Gone","details":[{"reason":"ENGINE_AWAY"}]}}\n{"result":{}}\n';
    const body = new TextEncoder().encode(lines + tail);
    const { stages, error } = await collect(fakeFetch(() => new Response(pieces([body]))).fetch);
    expect(stages).toHaveLength(3);
    expect(toFault(error)).toMatchObject({ code: Code.Unavailable, reason: "ENGINE_AWAY", title: "Gone" });
  });

  test("a refused stream keeps its words", async () => {
    const { fetch } = fakeFetch(json({ error: { title: "No" }, meta: { class: "SCORING_NOT_FOUND" } }, 404));
    const { error } = await collect(fetch);
    expect(toFault(error)).toMatchObject({ code: Code.NotFound, httpStatus: 404, reason: "SCORING_NOT_FOUND" });
  });

  test("a broken line and a lost connection are errors", async () => {
    const half = bytes.slice(0, bytes.length - 20);
    expect((await collect(fakeFetch(() => new Response(pieces([half]))).fetch)).error?.code).toBe(Code.Internal);
    const lost = await collect(fakeFetch(() => new Response(pieces([bytes], true))).fetch);
    expect(lost.error).toBeDefined();
  });
});

describe("interceptors", () => {
  test("the token goes with every call but signing in", async () => {
    const { fetch, sent } = fakeFetch(json({ token: "t", expire: 1 }), json({ items: [] }));
    const api = apiWith(fetch);
    await clientOf(api, SessionService).login({ email: "a@b.pl", password: "x" });
    await clientOf(api, ScoringService).listScorings({});
    expect(sent.map((call) => call.headers.get("authorization"))).toEqual([null, "Bearer old"]);
  });

  test("a 401 renews the session once and repeats the call", async () => {
    const session = fakeSession(true);
    const { fetch, sent } = fakeFetch(json({}, 401), json({ items: [] }));
    await clientOf(createApi({ session, onVersion: () => undefined, fetch }), ScoringService).listScorings({});
    expect(session.log).toEqual(["renew"]);
    expect(sent.map((call) => call.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  });

  test("a 401 that cannot be renewed ends the session, for streams too; the guard's question does not", async () => {
    const session = fakeSession(false);
    const { fetch } = fakeFetch(json({}, 401));
    const api = createApi({ session, onVersion: () => undefined, fetch });
    expect((await faultOf(clientOf(api, AccountService).getMe({}))).code).toBe(Code.Unauthenticated);
    expect(session.log).toEqual([]);
    await faultOf(clientOf(api, ScoringService).listScorings({}));
    expect(session.log).toEqual(["renew", "ended"]);
    const iterator = clientOf(api, ReportService).watchProgress({ id: ID })[Symbol.asyncIterator]();
    await faultOf(iterator.next());
    expect(session.log).toEqual(["renew", "ended", "renew", "ended"]);
  });

  test("a stream that is refused goes on by itself after the renewal", async () => {
    const session = fakeSession(true);
    const line = new TextEncoder().encode('{"result":{"generatedDate":"2026-11-02"}}\n');
    const { fetch, sent } = fakeFetch(json({}, 401), () => new Response(pieces([line])));
    const days: string[] = [];
    const api = createApi({ session, onVersion: () => undefined, fetch });
    for await (const { generatedDate } of clientOf(api, ReportService).watchProgress({ id: ID }))
      days.push(generatedDate);
    expect(days).toEqual(["2026-11-02"]);
    expect(session.log).toEqual(["renew"]);
    expect(sent.map((call) => call.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  });

  test("public calls carry no token and renew nothing; a refused sign-out is a session not accepted", async () => {
    const session = fakeSession(true);
    const { fetch, sent } = fakeFetch(json({}, 401));
    const api = createApi({ session, onVersion: () => undefined, fetch });
    await faultOf(clientOf(api, SessionService).refreshToken({}));
    await faultOf(clientOf(api, RegistrationService).register({ email: "a@b.pl" }));
    await faultOf(clientOf(api, AccountService).listTimezones({}));
    expect(sent.map((call) => call.headers.get("authorization"))).toEqual([null, null, null]);
    expect(session.log).toEqual([]);
    await faultOf(clientOf(api, SessionService).logout({}));
    expect(session.log).toEqual(["denied"]);
  });

  test("a trial that has ended is told to the session", async () => {
    const session = fakeSession(true);
    const { fetch } = fakeFetch(json({ error: { title: "x" }, meta: { class: "ACCOUNT_TRIAL_EXPIRED" } }, 403));
    const api = createApi({ session, onVersion: () => undefined, fetch });
    expect((await faultOf(clientOf(api, ScoringService).listScorings({}))).httpStatus).toBe(403);
    expect(session.log).toEqual(["trial expired"]);
  });

  test("a super admin is read from the answers, and failures are told with what was sent", async () => {
    const accounts: string[] = [];
    const failed: { method: string; body: unknown }[] = [];
    const { fetch } = fakeFetch(json({ items: [] }, 200, { "x-super-admin": "42" }), json({}, 500));
    const api = createApi({
      session: fakeSession(true),
      onVersion: () => undefined,
      onSuperAdmin: (account) => accounts.push(account),
      onFailure: ({ method, body }) => failed.push({ method, body }),
      fetch,
    });
    await clientOf(api, ScoringService).listScorings({});
    await faultOf(clientOf(api, AccountService).changeLanguage({ language: "en" }));
    expect(accounts).toEqual(["42"]);
    expect(failed).toMatchObject([{ method: "ChangeLanguage", body: { language: "en" } }]);
  });

  test("failed files and streams are reported too, unless they were cancelled", async () => {
    const failed: string[] = [];
    const { fetch } = fakeFetch(json({}, 500), json({}, 503));
    const api = createApi({
      session: fakeSession(true),
      onVersion: () => undefined,
      onFailure: ({ method }) => failed.push(method),
      fetch,
    });
    await faultOf(api.download(ReportService.method.exportToCsv, { id: ID }));
    const progress = clientOf(api, ReportService).watchProgress({ id: ID })[Symbol.asyncIterator]();
    await faultOf(progress.next());
    const ended = AbortSignal.abort();
    await faultOf(api.download(ReportService.method.exportToCsv, { id: ID }, { signal: ended }));
    expect(failed).toEqual(["ExportToCsv", "WatchProgress"]);
  });

  test("the version is read from good and from failed answers", async () => {
    const seen: string[] = [];
    const { fetch } = fakeFetch(
      json({ items: [] }, 200, { "x-app-version": "1.0" }),
      json({}, 500, { "x-app-version": "1.1" }),
    );
    const api = apiWith(fetch, (version) => seen.push(version));
    await clientOf(api, ScoringService).listScorings({});
    await faultOf(clientOf(api, ScoringService).listScorings({}));
    expect(seen).toEqual(["1.0", "1.1"]);
  });
});
