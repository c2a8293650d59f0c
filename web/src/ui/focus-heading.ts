/** Moves the focus to the heading of the page, without scrolling: after a change of page, or when the focused element goes. */
export function focusHeading(): void {
  document.querySelector("h1")?.focus({ preventScroll: true });
}
