/** The progress of an import at a time. */
export interface Mark {
  readonly rows: number;
  /** In milliseconds. */
  readonly at: number;
}

/** Enough marks for a steady figure, few enough for a current one. */
const KEPT = 6;

/** Adds a mark. */
export function noted(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return [...marks, mark].slice(-KEPT);
}

/** Rows a second between the first and the last mark; undefined while there are too few. */
export function paceOf(marks: readonly Mark[]): number | undefined {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last || last.at <= first.at || last.rows <= first.rows) return undefined;
  return Math.round(((last.rows - first.rows) * 1000) / (last.at - first.at));
}
