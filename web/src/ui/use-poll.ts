import { useEffect, useEffectEvent, useState } from "react";

/** However often nobody answers, it is asked again after no longer than this. */
const LONGEST_MS = 30_000;

/**
 * Asks every so often while `active` and somebody can see the page, the first time after `first`; never a second time
 * before the first has been answered, and at once when the page is seen again after its time has come. What fails leaves
 * what is shown and is asked after twice the pause, each time that it fails again.
 */
export function usePoll(
  active: boolean,
  every: number,
  ask: (signal: AbortSignal) => Promise<void>,
  first = every,
): void {
  // The timer keeps running while what it asks for changes.
  const asking = useEffectEvent(ask);
  // A timer: what happens in the background changes by itself.
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

function pauseAfter(failures: number, every: number): number {
  return Math.max(every, Math.min(every * 2 ** failures, LONGEST_MS));
}

/**
 * What a page was loaded with, and what `load` has answered since, for as long as `moves` says that it changes by itself.
 * What cannot be had leaves what is shown; what the route loads anew takes its place.
 */
export function useReloaded<T>(
  loaded: T,
  load: (signal: AbortSignal) => Promise<T>,
  moves: (data: T) => boolean,
  every: number,
): T {
  const [told, setTold] = useState({ loaded, data: loaded });
  const data = told.loaded === loaded ? told.data : loaded;
  usePoll(moves(data), every, async (signal) => {
    const answer = await load(signal);
    setTold({ loaded, data: answer });
  });
  return data;
}
