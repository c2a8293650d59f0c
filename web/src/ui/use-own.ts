import { useState } from "react";

/** A value that the user changes before the given one follows; a change of the given one replaces it. */
export function useOwn<T>(given: T): readonly [T, (own: T) => void] {
  const text = JSON.stringify(given);
  const [state, setState] = useState({ text, own: given });
  if (state.text !== text) setState({ text, own: given });
  return [state.text === text ? state.own : given, (own) => setState({ text, own })];
}
