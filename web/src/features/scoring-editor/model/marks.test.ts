import { describe, expect, it } from "vitest";
import type { SourceMarks } from "./draft";
import { adviceOn, hasTooMany, markGroups, marksByGroup, modeOf, setMode, sourcesOf } from "./marks";

const whole = (uid: string): SourceMarks => ({ uid, whole: true, included: [], excluded: [] });

describe("marks", () => {
  it("mean the account's own uid, whole, where there are none", () => {
    expect(sourcesOf([], "007")).toEqual([whole("007")]);
    expect(sourcesOf([whole("042")], "007")).toEqual([whole("042")]);
  });

  it("of a group to score make its uid one of chosen groups; of one to exclude leave it whole", () => {
    const excluded = markGroups([whole("007")], [{ uid: "007", id: 3 }], "exclude");
    expect(excluded).toEqual([{ uid: "007", whole: true, included: [], excluded: [3] }]);
    expect(markGroups(excluded, [{ uid: "007", id: 3 }], "score")).toEqual([
      { uid: "007", whole: false, included: [3], excluded: [] },
    ]);
  });

  it("of a skipped uid take it in beside the others, in order", () => {
    const marks = markGroups([whole("042")], [{ uid: "001", id: 1 }], "score");
    expect(marks.map(({ uid }) => uid)).toEqual(["001", "042"]);
    expect(modeOf(marks, "001")).toBe("groups");
    expect(markGroups(marks, [{ uid: "009", id: 5 }], "none")).toEqual(marks);
  });

  it("come back when a uid is skipped and taken in again", () => {
    const before: SourceMarks = { uid: "042", whole: false, included: [1, 2], excluded: [3] };
    const skipped = setMode([whole("007"), before], "042", "skip");
    expect(modeOf(skipped, "042")).toBe("skip");
    expect(setMode(skipped, "042", "groups", before)).toEqual([whole("007"), before]);
  });

  it("are found by group; what is included in a whole uid does not count", () => {
    const marks = marksByGroup([{ uid: "007", whole: true, included: [1], excluded: [2] }]);
    expect([...marks]).toEqual([["007 2", "exclude"]]);
  });

  it("say what to know: nobody chosen, all chosen, too many", () => {
    const only = [{ uid: "007", whole: false, included: [], excluded: [2] }];
    const all = [{ uid: "007", whole: false, included: [2, 1], excluded: [] }];
    const groups = [1, 2].map((id) => ({ uid: "007", id }));
    expect(adviceOn(only, "007", groups)).toBe("noGroup");
    expect(adviceOn(all, "007", groups)).toBe("allGroups");
    expect(adviceOn([whole("007")], "007", groups)).toBeUndefined();
    const ids = Array.from({ length: 1001 }, (_, id) => id);
    expect(hasTooMany([{ uid: "007", whole: false, included: ids, excluded: [] }])).toBe(true);
    expect(hasTooMany([{ uid: "007", whole: false, included: ids.slice(1), excluded: [] }])).toBe(false);
  });
});
