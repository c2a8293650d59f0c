import type { GetFluctuationResponse } from "../../../api/messages";
import { BANDS } from "../../../lib/bands";

type Answer = Pick<GetFluctuationResponse, "items" | "entered" | "left">;

/** Movement between the bands, as counts that add up in both directions. */
export interface Movement {
  /** From each band (rows) to each band (columns), lowest first. */
  readonly cells: readonly (readonly number[])[];
  /** By band: contacts without a score before, and contacts without one after. */
  readonly entered: readonly number[];
  readonly left: readonly number[];
  /** By band, on the earlier and on the later day. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly up: number;
  readonly down: number;
  readonly unchanged: number;
  /** By reason, the most frequent first. Web has no reasons: one line without. */
  readonly enteredBy: readonly ReasonCount[];
  readonly leftBy: readonly ReasonCount[];
}

/** Where contacts of one band went. */
export interface BandMoves {
  readonly band: number;
  readonly before: number;
  readonly up: number;
  readonly same: number;
  readonly down: number;
  readonly left: number;
}

/** By band of the earlier day, the highest first. */
export function movesOf({ cells, before, left }: Movement): BandMoves[] {
  return cells
    .map((to, band) => ({
      band,
      before: before[band] ?? 0,
      up: sum(to.slice(band + 1)),
      same: to[band] ?? 0,
      down: sum(to.slice(0, band)),
      left: left[band] ?? 0,
    }))
    .reverse();
}

export interface ReasonCount {
  /** Empty without a reason. */
  readonly reason: string;
  readonly count: number;
  /** The same by band, lowest first. */
  readonly bands: readonly number[];
}

export function movementOf({ items, entered, left }: Answer): Movement {
  const cells = BANDS.map(() => zeros());
  let [up, down, unchanged] = [0, 0, 0];
  for (const { fromBand, toBand, count } of items) {
    add(cells[fromBand], toBand, count);
    if (toBand > fromBand) up += count;
    else if (toBand < fromBand) down += count;
    else unchanged += count;
  }
  const [enteredBy, leftBy] = [byReason(entered), byReason(left)];
  const [came, went] = [byBand(enteredBy), byBand(leftBy)];
  return {
    cells,
    entered: came,
    left: went,
    before: BANDS.map((_, from) => sum(cells[from] ?? []) + (went[from] ?? 0)),
    after: BANDS.map((_, to) => cells.reduce((all, row) => all + (row[to] ?? 0), 0) + (came[to] ?? 0)),
    up,
    down,
    unchanged,
    enteredBy,
    leftBy,
  };
}

function byReason(crossings: Answer["entered"]): ReasonCount[] {
  const found = new Map<string, number[]>();
  for (const { reason = "", band, count } of crossings) {
    const bands = found.get(reason) ?? zeros();
    add(bands, band, count);
    found.set(reason, bands);
  }
  return [...found]
    .map(([reason, bands]) => ({ reason, bands, count: sum(bands) }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

function byBand(reasons: readonly ReasonCount[]): number[] {
  return BANDS.map((_, band) => reasons.reduce((all, { bands }) => all + (bands[band] ?? 0), 0));
}

function zeros(): number[] {
  return BANDS.map(() => 0);
}

function add(counts: number[] | undefined, at: number, count: number): void {
  if (counts?.[at] !== undefined) counts[at] += count;
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
