import { useEffect, useRef, useState, type RefObject } from "react";
import type { CurrentCalculation } from "../../api/messages";

interface Ended {
  /** The names of scorings without waiting or running calculations any more, until others end. */
  readonly ended: readonly string[];
  /** Reports a scoring that the user stopped here, whose end is not announced again. */
  readonly onStopped: (scoringId: string) => void;
}

/** Returns the scorings that have left the list by themselves. */
export function useEnded(items: readonly CurrentCalculation[]): Ended {
  const [stopped, setStopped] = useState<readonly string[]>([]);
  const [known, setKnown] = useState({ items, gone: new Map<string, string>() });
  if (known.items !== items) {
    const here = new Set(items.map(({ scoringId }) => scoringId));
    const left = namesOf(known.items.filter(({ scoringId }) => !here.has(scoringId) && !stopped.includes(scoringId)));
    // A scoring that is calculated again can end again, and is then announced again.
    const before = [...known.gone].filter(([scoringId]) => !here.has(scoringId));
    setKnown({ items, gone: left.size > 0 ? left : new Map(before) });
    setStopped(stopped.filter((scoringId) => here.has(scoringId)));
  }
  return { ended: [...known.gone.values()], onStopped: (id) => setStopped((ids) => [...ids, id]) };
}

function namesOf(items: readonly CurrentCalculation[]): Map<string, string> {
  return new Map(items.map(({ scoringId, scoringName }) => [scoringId, scoringName]));
}

interface FocusKept {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly heading: RefObject<HTMLSpanElement | null>;
  /** Reports the row with the focus, or that none has it. */
  readonly hold: (id: string | undefined) => void;
}

/**
 * Moves the focus of a removed row to the next row, after the last one to the list's heading, and without the list to
 * that of the page. Rows have the attribute `data-scoring`.
 */
export function useFocusKept(ids: readonly string[]): FocusKept {
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLSpanElement>(null);
  const held = useRef<string>(undefined);
  const order = useRef(ids);
  // Focus belongs to the document: it is lost with the row, and can only move after the row is removed.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const before = order.current;
    order.current = ids;
    if (held.current === undefined || ids.includes(held.current) || document.activeElement !== document.body) return;
    const next = before.slice(before.indexOf(held.current) + 1).find((id) => ids.includes(id));
    held.current = undefined;
    const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute("data-scoring") === next);
    const button = row?.querySelector("button");
    (button ?? heading.current ?? document.querySelector("h1"))?.focus();
  });
  // A removed row has no event when it loses the focus.
  const hold = (id: string | undefined): void => {
    held.current = id;
  };
  return { list, heading, hold };
}
