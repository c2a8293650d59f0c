import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface SecondOrigin {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const SCRIPT = "window.supportLoaded = document.readyState;";

/**
 * Starts a second origin, as an operator would configure it: a support script, a service that stores error reports for
 * the tests, and a fake of Mailgun's lists that accepts every call. `port` 0 selects a free port.
 */
export async function startSecondOrigin(port: number): Promise<SecondOrigin> {
  let envelopes: string[] = [];
  const answer = async (request: IncomingMessage): Promise<[type: string, body: string]> => {
    if (request.url === "/support.js") return ["text/javascript", SCRIPT];
    if (request.url === "/envelopes") {
      if (request.method === "DELETE") envelopes = [];
      return ["application/json", JSON.stringify(envelopes)];
    }
    if (request.url?.startsWith("/mailgun/")) return ["application/json", "{}"];
    const body = await buffer(request);
    if (request.method === "POST") envelopes.push(body.toString("base64"));
    return ["application/json", "{}"];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([type, body]) =>
      response
        .writeHead(200, {
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "*",
          "cross-origin-resource-policy": "cross-origin",
          "content-type": type,
        })
        .end(body),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
