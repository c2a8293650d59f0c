import { BANDS } from "../../../lib/bands";
import { sum, type Movement, type ReasonCount } from "./movement";

/** A place on one of the two days: a band, or a reason for no score. */
export interface FlowNode {
  readonly key: string;
  readonly side: "before" | "after";
  /** 0 to 4; undefined without a score, for which `reason` is set. */
  readonly band: number | undefined;
  readonly reason: string | undefined;
  readonly count: number;
  readonly top: number;
  readonly height: number;
}

/** The contacts that moved from one place to another, as a stretch of each place. */
export interface FlowRibbon {
  readonly key: string;
  readonly from: FlowNode;
  readonly to: FlowNode;
  readonly count: number;
  readonly fromTop: number;
  readonly toTop: number;
  readonly height: number;
}

export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly ribbons: readonly FlowRibbon[];
}

/** The gap between two places, so that their names of two lines do not touch. */
const GAP = 30;

/**
 * Lays the movement out between two columns of a height: bands from the highest down, below them the contacts without a
 * score.
 */
export function flowOf(movement: Movement, height: number): Flow {
  const { cells, before, after, enteredBy, leftBy } = movement;
  const total = sum(before) + sum(movement.entered);
  const places = BANDS.length + Math.max(enteredBy.length, leftBy.length);
  const scale = total === 0 ? 0 : (height - GAP * (places - 1)) / total;
  const nodes = [...column("before", before, enteredBy, scale), ...column("after", after, leftBy, scale)];
  const ribbons: FlowRibbon[] = [];
  const used = new Map<string, number>();
  const take = (node: FlowNode, stretch: number): number => {
    const done = used.get(node.key) ?? 0;
    used.set(node.key, done + stretch);
    return node.top + done;
  };
  const countOf = (from: FlowNode, to: FlowNode): number => {
    if (from.band !== undefined && to.band !== undefined) return cells[from.band]?.[to.band] ?? 0;
    if (from.band === undefined && to.band !== undefined) {
      return enteredBy.find(({ reason }) => reason === from.reason)?.bands[to.band] ?? 0;
    }
    if (from.band !== undefined) return leftBy.find(({ reason }) => reason === to.reason)?.bands[from.band] ?? 0;
    return 0;
  };
  // Both columns are ordered from the top, so stretches assigned in that order cross as little as possible.
  for (const from of nodes.filter(({ side }) => side === "before")) {
    for (const to of nodes.filter(({ side }) => side === "after")) {
      const count = countOf(from, to);
      if (count === 0) continue;
      const stretch = count * scale;
      const [fromTop, toTop] = [take(from, stretch), take(to, stretch)];
      ribbons.push({ key: `${from.key} ${to.key}`, from, to, count, fromTop, toTop, height: stretch });
    }
  }
  return { nodes, ribbons };
}

function column(
  side: FlowNode["side"],
  bands: readonly number[],
  reasons: readonly ReasonCount[],
  scale: number,
): FlowNode[] {
  const highestFirst = bands.map((count, band) => ({ band, reason: undefined, count })).reverse();
  const without = reasons.map(({ reason, count }) => ({ band: undefined, reason, count }));
  let top = 0;
  return [...highestFirst, ...without].map((place) => {
    const node = { ...place, key: `${side} ${place.band ?? place.reason}`, side, top, height: place.count * scale };
    top += node.height + GAP;
    return node;
  });
}
