import { describe, expect, test } from "vitest";
import { named, namedLike } from "./named";

describe("groups", () => {
  const group = (id: number, uid: string, name: string) => ({ id, uid, name });
  const all = [group(1, "007", "Stali VIP"), group(2, "007", "VIP"), group(3, "042", "vip"), group(4, "042", "Żółci")];
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id);

  test("that may be meant begin with what is typed, then hold it", () => {
    expect(ids(namedLike(all, ["007", "042"], " vi"))).toEqual([2, 3, 1]);
    expect(ids(namedLike(all, ["042"], ""))).toEqual([3, 4]);
    expect(ids(namedLike(all, ["007", "042"], "żół"))).toEqual([4]);
    expect(ids(namedLike(all, undefined, "zolc"))).toEqual([4]);
  });

  test("are found by their whole name where it names only one", () => {
    expect(named(all, ["007"], "vip ")?.id).toBe(2);
    expect(named(all, ["007", "042"], "VIP")).toBeUndefined();
    expect(named(all, ["007"], "Żółci")).toBeUndefined();
  });
});
