import { createRouterTransport, type ConnectError, type ConnectRouter } from "@connectrpc/connect";
import type { Api } from "../api/api";
import { errorFromAnswer } from "../api/fault";
import type { Download } from "../api/files";
import { once } from "../api/once";
import { sampleServices } from "./sample-services";

export { ID, PARTITION, SCORING, SCORINGS } from "./sample-data";

/** An API without a network: connect's router transport with sample data, which `change` may replace. */
export function sampleApi(change: (router: ConnectRouter) => void = () => undefined, download?: Download): Api {
  const transport = createRouterTransport(
    (router) => {
      sampleServices(router);
      change(router);
    },
    { transport: { interceptors: [once()] } },
  );
  const refused = (): Promise<never> => Promise.reject(new Error("no file in this test"));
  return { transport, download: download ?? refused, upload: refused };
}

/** The error returned by the API with this status and reason, and its faults of single values. */
export function refusal(status: number, reason = "", fields: readonly object[] = []): ConnectError {
  return errorFromAnswer(JSON.stringify({ error: { title: "x" }, meta: { class: reason }, fields }), status, {});
}
