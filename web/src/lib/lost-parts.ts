const lost = new WeakSet<Error>();

/** Remembers failed imports: the network is away, or a newer version has taken the place of this one's files. */
export function watchParts(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => lost.add(payload));
}

/** Whether an error is a part of the program that did not come. Loading the page anew gets the newer version. */
export function isLostPart(error: unknown): boolean {
  return error instanceof Error && lost.has(error);
}
