import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { ReportService } from "../gen/puls/reports/v1/report_service_pb";
import { fakeFetch, fakeSession, json, pieces } from "../test/fake-fetch";
import { toFault } from "./fault";
import { createDownload, fileName, PARQUET } from "./files";
import type { Fetch } from "./rest-fetch";
import { createUpload } from "./upload";

const ID = "0197f1a2-7e10-7a11-b0aa-0123456789ab";
const CSV = new TextEncoder().encode("uid,score\n001,57\n");

function download(fetch: Fetch, session = fakeSession(false)): ReturnType<typeof createDownload> {
  return createDownload(session, () => undefined, fetch);
}

function csv(headers: HeadersInit = {}, broken = false): () => Response {
  return () =>
    new Response(pieces([CSV.slice(0, 5), CSV.slice(5)], broken), {
      headers: { "content-type": "text/csv; charset=utf-8", ...Object.fromEntries(new Headers(headers)) },
    });
}

describe("a download", () => {
  test("takes path and body from the rule, its name from the answer, and tells how far it is", async () => {
    const { fetch, sent } = fakeFetch(
      csv({ "content-disposition": 'attachment; filename="scoring.csv"', "content-length": String(CSV.length) }),
    );
    const seen: unknown[] = [];
    const file = await download(fetch)(
      ReportService.method.exportToCsv,
      { id: ID, scoringType: "mailing", delimiter: ";" },
      { onProgress: (bytes, lines) => seen.push([bytes, lines]) },
    );
    expect(sent[0]).toMatchObject({
      method: "POST",
      path: `/api/protected/scoring/scorings/${ID}:exportToCsv`,
      body: '{"scoringType":"mailing","delimiter":";"}',
    });
    expect(file.name).toBe("scoring.csv");
    expect(file.blob.size).toBe(CSV.length);
    expect(seen).toEqual([
      [5, 0],
      [CSV.length, 2],
    ]);
  });

  test("may ask for another kind of file", async () => {
    const { fetch, sent } = fakeFetch(csv());
    await download(fetch)(ReportService.method.exportToCsv, { id: ID }, { accept: PARQUET });
    await download(fetch)(ReportService.method.exportToCsv, { id: ID });
    expect(sent.map(({ headers }) => headers.get("accept"))).toEqual([PARQUET, null]);
  });

  test("that breaks off or is short is an error, never a short file", async () => {
    const broken = download(fakeFetch(csv({}, true)).fetch)(ReportService.method.exportToCsv, { id: ID });
    expect(toFault(await broken.catch((thrown: unknown) => thrown)).code).toBe(Code.Unavailable);
    const short = download(fakeFetch(csv({ "content-length": "999" })).fetch)(ReportService.method.exportToCsv, {
      id: ID,
    });
    expect(toFault(await short.catch((thrown: unknown) => thrown)).code).toBe(Code.Unavailable);
  });

  test("that is refused keeps its words", async () => {
    const { fetch } = fakeFetch(json({ error: { title: "No" }, meta: { class: "REPORT_NOT_FOUND" } }, 404));
    const failed = await download(fetch)(ReportService.method.exportToCsv, { id: ID }).catch(
      (thrown: unknown) => thrown,
    );
    expect(toFault(failed)).toMatchObject({ code: Code.NotFound, reason: "REPORT_NOT_FOUND", httpStatus: 404 });
  });

  test("renews the session once", async () => {
    const session = fakeSession(true);
    const { fetch, sent } = fakeFetch(json({}, 401), csv());
    await download(fetch, session)(ReportService.method.exportToCsv, { id: ID });
    expect(sent.map((call) => call.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  });

  test.each([
    ['attachment; filename="a b.csv"', "a b.csv"],
    ["attachment; filename=plain.csv; size=3", "plain.csv"],
    ["attachment; filename=\"x.csv\"; filename*=UTF-8''za%C5%BC%C3%B3%C5%82%C4%87.csv", "zażółć.csv"],
    ["attachment; filename=\"ok.csv\"; filename*=UTF-8''%E0%A4%A", "ok.csv"],
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="with \\"quotes\\".csv"', 'with "quotes".csv'],
    ["attachment", undefined],
    [null, undefined],
  ])("is named by %s", (header, name) => {
    expect(fileName(header)).toBe(name);
  });
});

describe("an upload", () => {
  function fakeRequest(status: number, body: unknown, log: string[]): () => XMLHttpRequest {
    return () => {
      const request = {
        upload: {} as { onprogress?: (event: { loaded: number; total: number; lengthComputable: boolean }) => void },
        status,
        responseText: JSON.stringify(body),
        open: (method: string, path: string) => log.push(`${method} ${path}`),
        setRequestHeader: (name: string, value: string) => log.push(`${name}: ${value}`),
        getAllResponseHeaders: () => "content-type: application/json\r\n",
        abort: () => request.onabort?.(),
        send: () => {
          request.upload.onprogress?.({ loaded: 5, total: 10, lengthComputable: true });
          request.onload?.();
          request.onloadend?.();
        },
        onload: undefined as (() => void) | undefined,
        onabort: undefined as (() => void) | undefined,
        onloadend: undefined as (() => void) | undefined,
      };
      return request as unknown as XMLHttpRequest;
    };
  }
  const file = {
    kind: "contacts",
    file: new Blob(["x"]),
    fileName: "lista klientów & zgód.xlsx",
    uid: "042",
    idempotencyKey: "k1",
  } as const;

  test("sends the file with its key and answers the import", async () => {
    const log: string[] = [];
    const progress: unknown[] = [];
    const upload = createUpload(fakeSession(false), () => undefined, fakeRequest(200, { id: "i1" }, log));
    const result = await upload(file, { onProgress: (...seen) => progress.push(seen) });
    expect(result).toEqual({ id: "i1" });
    expect(progress).toEqual([[5, 10]]);
    expect(log).toEqual([
      "POST /api/protected/saresystem/contacts:import?draft=true&consentPolicy=keep&fileName=lista+klient%C3%B3w+%26+zg%C3%B3d.xlsx&uid=042",
      "authorization: Bearer old",
      "content-type: application/octet-stream",
      "idempotency-key: k1",
    ]);
  });

  test("that is refused keeps its words and ends a session that is over", async () => {
    const session = fakeSession(false);
    const refused = createUpload(session, () => undefined, fakeRequest(401, { meta: { class: "TOKEN_INVALID" } }, []));
    expect(toFault(await refused(file).catch((thrown: unknown) => thrown)).reason).toBe("TOKEN_INVALID");
    expect(session.log).toEqual(["renew", "ended"]);
  });
});
