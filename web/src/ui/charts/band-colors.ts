/** The fill and edge colours of a band's shapes; 0 is the lowest. */
export function bandFill(band: number): { readonly fill: string; readonly stroke: string } {
  return { fill: `var(--band-${band + 1})`, stroke: `var(--band-edge-${band + 1})` };
}

/** The colour of text on a band. */
export function bandInk(band: number): string {
  return `var(--band-ink-${band + 1})`;
}
