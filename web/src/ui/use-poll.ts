import { useEffect, useEffectEvent, useState } from "react";

/** The longest pause between requests, however many have failed. */
const LONGEST_MS = 30_000;

/**
 * Polls at an interval while `active` and the page is visible, first after `first`. Requests never overlap. When the
 * page becomes visible again after the next poll was due, it polls at once. A failure keeps the data shown and doubles
 * the pause, each time that it happens again.
 */
export function usePoll(
  active: boolean,
  every: number,
  ask: (signal: AbortSignal) => Promise<void>,
  first = every,
): void {
  // The timer keeps running while the request changes.
  const asking = useEffectEvent(ask);
  // A timer: the state of background work changes without user actions.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (!active) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let missed = false;
    const go = async (): Promise<void> => {
      missed = document.hidden;
      if (missed) return;
      try {
        await asking(signal);
        failures = 0;
      } catch {
        failures += 1;
      }
      if (!signal.aborted) timer = setTimeout(() => void go(), pauseAfter(failures, every));
    };
    if (first === 0) void go();
    else timer = setTimeout(() => void go(), first);
    const seen = (): void => {
      if (missed && !document.hidden) void go();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [active, every, first]);
}

/** The pause before the next request, after so many failures in a row; in milliseconds. */
export function pauseAfter(failures: number, every: number): number {
  return Math.max(every, Math.min(every * 2 ** failures, LONGEST_MS));
}

/**
 * The data that a page was loaded with, replaced by the answers of `load` for as long as `moves` says that they change.
 * A failure keeps the data shown; data reloaded by the route replace them.
 */
export function useReloaded<T>(
  loaded: T,
  load: (signal: AbortSignal) => Promise<T>,
  moves: (data: T) => boolean,
  every: number,
): T {
  const [answered, setAnswered] = useState({ loaded, data: loaded });
  const data = answered.loaded === loaded ? answered.data : loaded;
  usePoll(moves(data), every, async (signal) => {
    const answer = await load(signal);
    setAnswered({ loaded, data: answer });
  });
  return data;
}
