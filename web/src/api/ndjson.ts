import { encodeEnvelope } from "@connectrpc/connect/protocol";
import type { JsonObject } from "@bufbuild/protobuf";
import { parseJson, property, streamError } from "./fault";

const END_OF_STREAM = 2;
const encoder = new TextEncoder();

/** Connect's last envelope: empty for success. */
export function endEnvelope(error?: JsonObject): Uint8Array<ArrayBuffer> {
  return encodeEnvelope(END_OF_STREAM, encoder.encode(JSON.stringify(error ? { error } : {})));
}

/**
 * Converts the gateway's stream, one `{"result":…}` or `{"error":…}` per line, to connect's envelopes. An error ends
 * the stream; so does a line that is neither, as an internal error, because later lines cannot be trusted.
 */
export function envelopesFromNdjson(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let pending = "";
  let ended = false;

  const emit = (line: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (ended || line.trim() === "") return;
    const value = parseJson(line);
    const result = property(value, "result");
    if (result !== undefined) {
      controller.enqueue(encodeEnvelope(0, encoder.encode(JSON.stringify(result))));
      return;
    }
    ended = true;
    controller.enqueue(endEnvelope(streamError(value)));
  };

  return new TransformStream({
    transform(chunk, controller) {
      pending += decoder.decode(chunk, { stream: true });
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) emit(line, controller);
    },
    flush(controller) {
      emit(pending + decoder.decode(), controller);
      if (!ended) controller.enqueue(endEnvelope());
    },
  });
}
