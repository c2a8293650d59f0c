import type { SourceMarks } from "./draft";

/** Mark of a uid. */
export type Mode = "whole" | "groups" | "skip";
/** Mark of a group. */
export type Mark = "none" | "score" | "exclude";

/** Identity of a group. */
export interface GroupRef {
  readonly uid: string;
  readonly id: number;
}

/** The contract's limit for the groups of one list of a data source. */
export const MOST_GROUPS = 1000;

type Marks = readonly SourceMarks[];

/** The marks; without any, the account's own uid, whole. */
export function sourcesOf(marks: Marks, own: string): Marks {
  return marks.length > 0 ? marks : [{ uid: own, whole: true, included: [], excluded: [] }];
}

export function modeOf(marks: Marks, uid: string): Mode {
  const source = marks.find((one) => one.uid === uid);
  if (!source) return "skip";
  return source.whole ? "whole" : "groups";
}

/** Marks a uid. `before` has the groups that were marked before it was skipped. */
export function setMode(marks: Marks, uid: string, mode: Mode, before?: SourceMarks): Marks {
  const source = marks.find((one) => one.uid === uid) ?? before ?? { uid, whole: false, included: [], excluded: [] };
  const others = marks.filter((one) => one.uid !== uid);
  return mode === "skip" ? others : ordered([...others, { ...source, whole: mode === "whole" }]);
}

/** Every mark by group, for lists with thousands of groups. */
export function marksByGroup(marks: Marks): ReadonlyMap<string, Mark> {
  const found = new Map<string, Mark>();
  for (const { uid, whole, included, excluded } of marks) {
    if (!whole) for (const id of included) found.set(keyOf({ uid, id }), "score");
    for (const id of excluded) found.set(keyOf({ uid, id }), "exclude");
  }
  return found;
}

export function keyOf({ uid, id }: GroupRef): string {
  return `${uid} ${id}`;
}

/** Marks groups. A group to score changes its uid to chosen groups; a group to exclude does not. */
export function markGroups(marks: Marks, groups: readonly GroupRef[], mark: Mark): Marks {
  const ids = new Map<string, number[]>();
  for (const { uid, id } of groups) ids.set(uid, [...(ids.get(uid) ?? []), id]);
  const changed = [...ids].flatMap(([uid, own]) => {
    const source = marks.find((one) => one.uid === uid);
    if (!source && mark === "none") return [];
    return [marked(source ?? { uid, whole: false, included: [], excluded: [] }, new Set(own), mark)];
  });
  return ordered([...marks.filter(({ uid }) => !ids.has(uid)), ...changed]);
}

function marked(source: SourceMarks, ids: ReadonlySet<number>, mark: Mark): SourceMarks {
  const rest = (list: readonly number[]): number[] => list.filter((id) => !ids.has(id));
  return {
    uid: source.uid,
    whole: source.whole && mark !== "score",
    included: mark === "score" ? [...rest(source.included), ...ids] : rest(source.included),
    excluded: mark === "exclude" ? [...rest(source.excluded), ...ids] : rest(source.excluded),
  };
}

/** Whether a list of the marks is longer than the contract allows. */
export function hasTooMany(marks: Marks): boolean {
  return marks.some(({ included, excluded }) => Math.max(included.length, excluded.length) > MOST_GROUPS);
}

/** Facts about one uid for marking its groups. */
export type Advice = "allGroups" | "noGroup" | "tooMany" | undefined;

export function adviceOn(marks: Marks, uid: string, groups: readonly GroupRef[]): Advice {
  const source = marks.find((one) => one.uid === uid);
  if (!source) return undefined;
  if (hasTooMany([source])) return "tooMany";
  if (source.whole) return undefined;
  if (source.included.length === 0) return "noGroup";
  const included = new Set(source.included);
  return groups.length > 0 && groups.every(({ id }) => included.has(id)) ? "allGroups" : undefined;
}

function ordered(marks: Marks): Marks {
  return marks.toSorted((a, b) => a.uid.localeCompare(b.uid));
}
