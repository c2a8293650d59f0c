import type { CallOptions } from "@connectrpc/connect";

/** Call options that record the response's `Date` header, and the moment in Unix seconds after the response. */
export function serverTime(): { readonly options: CallOptions; readonly seconds: () => number | undefined } {
  let date: string | null = null;
  return {
    options: { onHeader: (headers) => (date = headers.get("date")) },
    seconds: () => {
      const moment = date === null ? Number.NaN : Date.parse(date) / 1000;
      return Number.isNaN(moment) ? undefined : moment;
    },
  };
}
