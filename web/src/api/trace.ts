/** Later calls, such as polls, do not belong to the user's action. */
const ACT_MS = 10_000;

let act = "";
let began = 0;

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

for (const event of ["click", "keydown", "popstate"]) addEventListener(event, () => (act = ""), true);

/**
 * The W3C traceparent of a call: calls that follow one action of the user share a trace. The gateway decides whether it
 * is recorded.
 */
export function traceparent(): string {
  if (act === "" || performance.now() - began > ACT_MS) {
    act = hex(16);
    began = performance.now();
  }
  return `00-${act}-${hex(8)}-00`;
}
