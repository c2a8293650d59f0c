// Another origin, as an operator would configure it: a support script, and a service that takes error reports and keeps
// them for the flows to read. `node e2e/second-origin.mjs PORT` runs it by itself.
import { createServer } from "node:http";

const SCRIPT = "window.supportLoaded = document.readyState;";

/** Starts it on a free port (or the given one) and answers its address. */
export async function startSecondOrigin(port = 0) {
  let envelopes = [];
  const server = createServer(async (request, response) => {
    const cross = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
    if (request.url === "/support.js") {
      response.writeHead(200, { ...cross, "content-type": "text/javascript" }).end(SCRIPT);
      return;
    }
    if (request.url === "/envelopes") {
      if (request.method === "DELETE") envelopes = [];
      response.writeHead(200, { ...cross, "content-type": "application/json" }).end(JSON.stringify(envelopes));
      return;
    }
    const parts = [];
    for await (const part of request) parts.push(part);
    if (request.method === "POST") envelopes.push(Buffer.concat(parts).toString("base64"));
    response
      .writeHead(200, { ...cross, "access-control-allow-headers": "*", "content-type": "application/json" })
      .end("{}");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

if (process.argv[1]?.endsWith("second-origin.mjs"))
  console.log((await startSecondOrigin(Number(process.argv[2] ?? 0))).url);
