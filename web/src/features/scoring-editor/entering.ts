import type { Location } from "react-router";

/** What a link carries that may lead into the editor; it survives a reload, and an address that was pasted has none. */
export interface Entering {
  readonly configurator: true;
}

export const ENTERING: Entering = { configurator: true };

/** Whether somebody came from a page that leads to the editor, or from the editor itself. */
export function isEntering(location: Location): boolean {
  const state = location.state as Partial<Entering> | null;
  return state?.configurator === true;
}
