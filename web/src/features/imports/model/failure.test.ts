import { describe, expect, it } from "vitest";
import { create } from "@bufbuild/protobuf";
import { ImportSchema } from "../../../gen/puls/contacts/v1/import_service_pb";
import { failureOf } from "./failure";

const withErrors = (...errors: readonly { line: number; reason: string }[]) =>
  create(ImportSchema, { errors: errors.map((error) => ({ ...error, column: "" })) });

describe("failureOf", () => {
  it("is the reason before all rows", () => {
    const refused = { line: 7, reason: "BAD_EMAIL: the e-mail address is not one" };
    expect(failureOf(withErrors({ line: 0, reason: "IMPORT_SET_ASIDE: it ended twice" }, refused))).toBe(
      "IMPORT_SET_ASIDE",
    );
    expect(failureOf(withErrors(refused))).toBe("");
    expect(failureOf(withErrors())).toBe("");
  });
});
