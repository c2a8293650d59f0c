const lost = new WeakSet<Error>();

/** Remembers failed imports: the network is down, or a newer version has replaced the files of this one. */
export function watchParts(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => lost.add(payload));
}

/** Whether an error is a chunk that failed to load. Reloading the page gets the newer version. */
export function isLostPart(error: unknown): boolean {
  return error instanceof Error && lost.has(error);
}
