import { describe, expect, test } from "vitest";
import { bandOf } from "./bands";
import { canonicalJson, hashText } from "./canonical";
import { keptRules } from "./password";
import { addDays, formatDay, formatMoment, lastOfMonth } from "./dates";
import { loginPath, paths, safePath } from "./paths";

test.each([
  ["2026-02-11", "2026-02-28"],
  ["2028-02-01", "2028-02-29"],
  ["2026-12-31", "2026-12-31"],
  ["2026-11-30", "2026-11-30"],
])("the last day of the month of %s is %s", (day, last) => {
  expect(lastOfMonth(day)).toBe(last);
});

describe("bands", () => {
  test.each([
    [0, "veryLow"],
    [20, "veryLow"],
    [20.49, "veryLow"],
    [20.5, "low"],
    [21, "low"],
    [40, "low"],
    [41, "medium"],
    [60.5, "high"],
    [80, "high"],
    [81, "veryHigh"],
    [100, "veryHigh"],
  ] as const)("%d is %s", (score, band) => {
    expect(bandOf(score)).toBe(band);
  });
});

describe("dates", () => {
  test("are written DD/MM/YYYY in the account's time zone", () => {
    expect(formatDay("2026-11-02")).toBe("02/11/2026");
    expect(formatDay("")).toBe("");
    const lateInUtc = new Date("2026-11-01T23:30:00Z");
    expect(formatMoment(lateInUtc, "Europe/Warsaw")).toBe("02/11/2026 00:30");
    expect(formatMoment(lateInUtc, "UTC")).toBe("01/11/2026 23:30");
    expect(formatMoment(lateInUtc, "No/Such_Zone")).toBe("01/11/2026 23:30");
  });

  test("are counted in calendar days, over changes of daylight saving too", () => {
    expect(addDays("2026-03-30", -14)).toBe("2026-03-16");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  });
});

describe("the way back after signing in", () => {
  test("stays inside the product", () => {
    expect(safePath("/scoring/list?page=2#a")).toBe("/scoring/list?page=2#a");
    for (const outside of [
      "//evil.pl",
      "https://evil.pl",
      "/\\evil.pl",
      "/\n/evil.pl",
      "javascript:alert(1)",
      "",
      null,
    ]) {
      expect(safePath(outside)).toBe("/");
    }
  });

  test("leads to no page that would lead away again", () => {
    for (const loop of ["/login", "/logout", "/login?from=%2F", "/error/500"]) expect(safePath(loop)).toBe("/");
    expect(loginPath("/")).toBe(paths.login);
    expect(loginPath("/scoring/list?page=2")).toBe("/login?from=%2Fscoring%2Flist%3Fpage%3D2");
  });
});

test.each([
  ["", []],
  ["abcdefghijkl", ["length", "lower"]],
  ["Zażółć-gęślą-7", ["length", "lower", "upper", "digit", "special"]],
  ["ABC", ["upper"]],
  ["a b", ["lower", "special"]],
])("the password %s keeps %j", (password, rules) => {
  expect([...keptRules(password)]).toEqual(rules);
});

test("equal data have one canonical text, whatever their order", () => {
  expect(canonicalJson({ b: [1, { d: 1, c: null }], a: undefined })).toBe('{"b":[1,{"c":null,"d":1}]}');
  expect(hashText(canonicalJson({ a: 1, b: 2 }))).toBe(hashText(canonicalJson({ b: 2, a: 1 })));
  expect(hashText("a")).not.toBe(hashText("b"));
});
