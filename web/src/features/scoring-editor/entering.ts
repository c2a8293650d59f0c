import type { Location } from "react-router";

/** State of a link that may lead into the editor; it survives a reload, and a pasted address has none. */
export interface Entering {
  readonly configurator: true;
}

export const ENTERING: Entering = { configurator: true };

/** Whether the navigation came from a page that leads to the editor, or from the editor itself. */
export function isEntering(location: Location): boolean {
  const state = location.state as Partial<Entering> | null;
  return state?.configurator === true;
}
