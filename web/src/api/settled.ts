import { toFault, type Fault } from "./fault";

/**
 * The outcome of a call: its response or its fault. A page whose parts load separately shows either in the part's
 * place.
 */
export type Settled<T> =
  { readonly value: T; readonly fault?: undefined } | { readonly value?: undefined; readonly fault: Fault };

/** Waits for a call; never rejects. */
export async function settle<T>(call: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await call };
  } catch (thrown) {
    return { fault: toFault(thrown) };
  }
}
