import type { Group } from "../../../api/messages";
import { keyOf, type Mark } from "./marks";
import { fold, foldedWords } from "../../../lib/fold";

/** The filter of a list of groups. */
export interface GroupFilter {
  /** Undefined for all uids. */
  readonly uid: string | undefined;
  readonly typed: string;
  readonly chosenOnly: boolean;
}

/** Names folded for searching, made once for a list of groups and only for a search. */
export type FoldedNames = ReadonlyMap<Group, string>;

export function foldNames(groups: readonly Group[]): FoldedNames {
  return new Map(groups.map((group) => [group, fold(group.name)]));
}

/** Groups with every word of the search text in their names; case and accents do not matter. */
export function visibleGroups(
  groups: readonly Group[],
  folded: FoldedNames,
  marks: ReadonlyMap<string, Mark>,
  { uid, typed, chosenOnly }: GroupFilter,
): readonly Group[] {
  const words = foldedWords(typed);
  return groups.filter(
    (group) =>
      (uid === undefined || group.uid === uid) &&
      (!chosenOnly || marks.has(keyOf(group))) &&
      words.every((word) => folded.get(group)?.includes(word)),
  );
}

/** Names of other scorings that use a group, each once. */
export function usersOf({ usedBy }: Pick<Group, "usedBy">, ownId: string): readonly string[] {
  return [...new Set(usedBy.filter(({ scoringId }) => scoringId !== ownId).map(({ name }) => name))];
}
