import { describe, expect, test, vi } from "vitest";
import { redact, redactText } from "../lib/redact";
import { refusal } from "../test/sample-api";

const SECRETS = {
  email: "jan@firma.pl",
  password: "Tajne-Haslo-2026!",
  newPassword: "Nowe-Haslo-2026!",
  token: "eyJhbGciOi",
  billing: { street: "Lipowa 7", taxId: "6762570000" },
  items: [{ gsm: "+48 600 700 800", note: "pisz na ola@firma.pl albo +48600700800" }],
  name: "Newsletter",
  version: 3,
};

describe("what leaves the browser", () => {
  test("a request's body is redacted by field, however deep", () => {
    const sent = JSON.stringify(redact(SECRETS));
    for (const secret of ["jan@", "Tajne", "Nowe", "eyJ", "Lipowa", "676257", "600 700", "ola@", "+48600"])
      expect(sent).not.toContain(secret);
    expect(sent).toContain('"name":"Newsletter"');
    expect(sent).toContain('"version":3');
  });

  test("links lose their secrets", () => {
    expect(redactText("https://puls.example/activate/abcDEF123?x=1")).toBe(
      "https://puls.example/activate/[redacted]?x=1",
    );
    expect(redactText("/password-reset/s3cr3t")).toBe("/password-reset/[redacted]");
    expect(redactText("/?token=abc&from=x")).toBe("/?token=[redacted]&from=x");
  });
});

describe("reporting", () => {
  const fresh = async () => {
    vi.resetModules();
    return import("./reporting");
  };

  test.each([
    ["", "production"],
    ["https://key@errors.example/1", "local"],
  ])("loads nothing without a project or at stage local (%s, %s)", async (sentryDsn, stage) => {
    const { startReporting, reportCrash } = await fresh();
    const load = vi.fn();
    await startReporting({ sentryDsn, stage }, () => undefined, load);
    reportCrash(new Error("x"));
    expect(load).not.toHaveBeenCalled();
  });

  test("tells title, class and redacted body, also of what failed before it was there", async () => {
    const { startReporting, reportFailure } = await fresh();
    const failure = vi.fn();
    reportFailure({ error: refusal(409, "SCORING_VERSION_CONFLICT"), method: "Login", body: SECRETS });
    await startReporting(
      { sentryDsn: "https://key@errors.example/1", stage: "production" },
      () => "1.0",
      () => Promise.resolve({ createReporter: () => ({ failure, crash: vi.fn() }) }),
    );
    expect(failure).toHaveBeenCalledTimes(1);
    const report = failure.mock.calls[0]?.[0] as { body: { password: string } };
    expect(report).toMatchObject({ title: "x", class: "SCORING_VERSION_CONFLICT", status: 409, method: "Login" });
    expect(report.body.password).toBe("[redacted]");
  });

  test("an event of the library is scrubbed wherever it could say too much", async () => {
    const { scrub } = await import("./sentry");
    const event = scrub({
      type: undefined,
      message: "failed for jan@firma.pl",
      user: { email: "jan@firma.pl" },
      request: { url: "https://puls.example/activate/SECRET", headers: { cookie: "x" } },
      breadcrumbs: [{ message: "GET /password-reset/SECRET", data: { url: "/?token=SECRET" } }],
      extra: { body: SECRETS },
      exception: { values: [{ type: "Error", value: "jan@firma.pl" }] },
    });
    const sent = JSON.stringify(event);
    for (const secret of ["jan@", "SECRET", "cookie", "Tajne"]) expect(sent).not.toContain(secret);
  });
});
