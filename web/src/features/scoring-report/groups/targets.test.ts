import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { GroupSchema } from "../../../gen/puls/contacts/v1/contacts_service_pb";
import { countOf, groupNamed, groupsLike, rangesOf, unknownOf } from "./targets";

const band = (min: number, max: number, count = 1, unknown?: number) => ({ min, max, count, unknown });

test("ticked bands that adjoin are one range of scores", () => {
  expect(rangesOf([band(81, 100), band(0, 20), band(61, 80)])).toEqual([
    { scoringMin: 0, scoringMax: 20 },
    { scoringMin: 61, scoringMax: 100 },
  ]);
  expect(rangesOf([])).toEqual([]);
});

test("the ticked are counted, and those among them who are no contacts", () => {
  const bands = { kind: "bands", bands: [band(0, 20, 7, 3), band(21, 40, 5, 5), band(41, 60, 2)] } as const;
  expect([countOf(bands), unknownOf(bands)]).toEqual([14, 8]);
  const reasons = { kind: "reasons", reasons: [{ reason: "NO_CONSENT", count: 4 }] } as const;
  expect([countOf(reasons), unknownOf(reasons)]).toEqual([4, 0]);
});

describe("groups", () => {
  const group = (id: number, uid: string, name: string) => create(GroupSchema, { id, uid, name });
  const all = [group(1, "007", "Stali VIP"), group(2, "007", "VIP"), group(3, "042", "vip"), group(4, "042", "Żółci")];
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);

  test("that may be meant begin with what is typed, then hold it", () => {
    expect(ids(groupsLike(all, ["007", "042"], " vi"))).toEqual([2, 3, 1]);
    expect(ids(groupsLike(all, ["042"], ""))).toEqual([3, 4]);
    expect(ids(groupsLike(all, ["007", "042"], "żół"))).toEqual([4]);
  });

  test("are found by their whole name where it names only one", () => {
    expect(groupNamed(all, ["007"], "vip ")?.id).toBe(2);
    expect(groupNamed(all, ["007", "042"], "VIP")).toBeUndefined();
    expect(groupNamed(all, ["007"], "Żółci")).toBeUndefined();
  });
});
