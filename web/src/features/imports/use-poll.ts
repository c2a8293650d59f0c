import { useEffect, useRef } from "react";

/**
 * Asks at once and then every so often while `active` and somebody can see the page; never a second time before the
 * first has been answered.
 */
export function usePoll(active: boolean, every: number, ask: (signal: AbortSignal) => Promise<void>): void {
  const latest = useRef(ask);
  // The timer keeps running while what it asks for changes.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    latest.current = ask;
  });
  // A timer: what happens in the background changes by itself.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (!active) return undefined;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const go = async (): Promise<void> => {
      if (!document.hidden) await latest.current(ended.signal);
      if (!ended.signal.aborted) timer = setTimeout(() => void go(), every);
    };
    void go();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [active, every]);
}
