import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { SessionService } from "../../gen/puls/account/v1/session_service_pb";
import { endSession, startSession, useSessionStore } from "../../stores/session-store";
import { refusal, sampleApi } from "../../test/sample-api";
import { followLink, receiveLink, takeLinkToken } from "./link-entry";
import { takeVerifier, withChallenge } from "./verifier";

const address = (href: string) => new URL(href, "https://puls.example");

afterEach(() => {
  endSession();
  window.history.replaceState(null, "", "/");
});

describe("a link of the connected system", () => {
  test.each([
    ["/#token=abc", { token: "abc", target: "/" }],
    ["/scoring/list?sort=name#token=abc", { token: "abc", target: "/scoring/list?sort=name" }],
    ["/reports/scoring/?token=abc&page=2", { token: "abc", target: "/reports/scoring/?page=2" }],
    ["//evil.example/#token=abc", { token: "abc", target: "/" }],
    ["/scoring/list#content", undefined],
    ["/#token=", undefined],
  ])("%s is read", (href, expected) => {
    const { pathname, search, hash } = href.startsWith("//")
      ? { pathname: "//evil.example/", search: "", hash: "#token=abc" }
      : address(href);
    expect(takeLinkToken({ pathname, search, hash })).toEqual(expected);
  });

  test("loses its token from the address at once, and the token travels in the body", async () => {
    window.history.replaceState(null, "", "/scoring/list#token=abc");
    expect(receiveLink()).toBe(true);
    expect(window.location.href).not.toContain("abc");
    const asked: unknown[] = [];
    const api = sampleApi((router) =>
      router.service(SessionService, {
        getToken: ({ token, exchange }) => {
          asked.push([token, exchange?.token, exchange?.verifier]);
          return { token: "fresh", expire: 4_000_000_000 };
        },
      }),
    );
    expect(await followLink(api)).toBe("/scoring/list");
    expect(asked).toEqual([["", "abc", ""]]);
    expect(useSessionStore.getState().token).toBe("fresh");
  });

  test("that is dead leads to the 401 page and leaves nobody signed in", async () => {
    window.history.replaceState(null, "", "/#token=dead");
    receiveLink();
    startSession({ token: "before", expire: 4_000_000_000 });
    const api = sampleApi((router) =>
      router.service(SessionService, {
        getToken: () => {
          throw refusal(401, "ACCOUNT_EXTERNAL_TOKEN_INVALID");
        },
      }),
    );
    expect(await followLink(api)).toBe("/error/401");
    expect(useSessionStore.getState().token).toBeUndefined();
  });

  test("that the browser asked for comes back with what only this tab has", async () => {
    const left = new URL(await withChallenge("https://system.example/in?a=1"));
    expect(left.searchParams.get("a")).toBe("1");
    const verifier = takeVerifier();
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(left.searchParams.get("challenge")).toBe(createHash("sha256").update(verifier).digest("base64url"));
    expect(takeVerifier()).toBe("");
  });
});
