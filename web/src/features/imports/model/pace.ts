/** How far an import was at a moment. */
export interface Mark {
  readonly rows: number;
  /** In milliseconds. */
  readonly at: number;
}

/** Enough for a figure that does not jump, few enough for one that follows. */
const KEPT = 6;

/** Takes note of another moment. */
export function noted(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return [...marks, mark].slice(-KEPT);
}

/** Rows a second between the first and the last mark; undefined while nobody can tell. */
export function paceOf(marks: readonly Mark[]): number | undefined {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last || last.at <= first.at || last.rows <= first.rows) return undefined;
  return Math.round(((last.rows - first.rows) * 1000) / (last.at - first.at));
}
