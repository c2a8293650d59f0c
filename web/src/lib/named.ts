import { fold } from "./fold";

/** A group or a feature of a database. */
interface Named {
  readonly name: string;
  readonly uid: string;
}

/** The limit that the contract puts on names of groups and features. */
export const NAME_MAX = 100;

/**
 * Things whose names contain the search text, those that begin with it first; only of the given uids, if any are given.
 */
export function namedLike<T extends Named>(
  things: readonly T[],
  uids: readonly string[] | undefined,
  typed: string,
): readonly T[] {
  const wanted = fold(typed.trim());
  const begin: T[] = [];
  const others: T[] = [];
  for (const thing of things) {
    if (uids && !uids.includes(thing.uid)) continue;
    const at = fold(thing.name).indexOf(wanted);
    if (at >= 0) (at === 0 ? begin : others).push(thing);
  }
  return [...begin, ...others];
}

/** The only thing of exactly that name, ignoring letter case; undefined if there is none or more than one. */
export function named<T extends Named>(things: readonly T[], uids: readonly string[], name: string): T | undefined {
  const wanted = name.trim().toLowerCase();
  const same = things.filter((thing) => uids.includes(thing.uid) && thing.name.toLowerCase() === wanted);
  return same.length === 1 ? same[0] : undefined;
}
