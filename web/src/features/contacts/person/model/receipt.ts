import type { GetReceiptResponse, ReceiptPart } from "../../../../api/messages";
import { EVENTS, RATES, type Component } from "../../../../lib/score-parts";

/** Below this number of contacts a reference depends on chance. */
const THIN = 30;
const MILLION = 1_000_000;

/** One component of a score. */
export interface ReceiptRow {
  readonly component: Component;
  /** The count of the contact's actions, and in `of` the possible maximum, undefined for events. */
  readonly count: number;
  readonly of: number | undefined;
  /** "4/5", or a whole number for web; empty if no contact had any. */
  readonly reference: string;
  /** 0 if the result has no sample size. */
  readonly sample: number;
  readonly thin: boolean;
  /** In whole percent. */
  readonly weight: number;
  /** In millionths. */
  readonly fulfilment: number;
  readonly points: number;
}

/** The parts of a receipt in their fixed order. */
export function receiptRows({ parts }: Pick<GetReceiptResponse, "parts">): ReceiptRow[] {
  return [...RATES, ...EVENTS].flatMap((component) => {
    const part = parts.find(({ name }) => name === component);
    return part ? [rowOf(component, part)] : [];
  });
}

function rowOf(component: Component, part: ReceiptPart): ReceiptRow {
  const { count, of, reference, sample, weight, component: fulfilment, points } = part;
  const rate = RATES.some((one) => one === component);
  return {
    component,
    count,
    of: rate ? of : undefined,
    reference,
    sample,
    thin: sample > 0 && sample < THIN,
    weight,
    fulfilment,
    points,
  };
}

/** Converts millionths to points of a hundred: with two decimals, rounded half up, or with all six. */
export function pointsOf(millionths: number, exact: boolean): number {
  return exact ? millionths / MILLION : Math.floor((millionths + 5_000) / 10_000) / 100;
}

/** The score of a sum of points, rounded half up. */
export function scoreOf(millionths: number): number {
  return Math.floor((millionths + MILLION / 2) / MILLION);
}
