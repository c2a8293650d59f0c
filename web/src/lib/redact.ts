const HIDDEN = "[redacted]";
/** Names of fields whose values must not be sent in an error report: secrets, addresses, names. */
const SENSITIVE =
  /pass(word|phrase)|token|secret|authorization|cookie|(^|_)key$|apikey|e-?mail|gsm|phone|msisdn|address|street|city|post_?code|tax_?id|company|billing|client_?id|ip$/i;
/** Addresses and numbers in the middle of a text. */
const ADDRESS = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+|\+\d[\d\s-]{6,}\d/g;
/** The secrets of links: the last part of the path, or the query parameter `token`. */
const LINK_SECRET = /((?:activate|password-reset)\/|[?&#](?:token|challenge|verifier)=)[^\s/?&#"']+/g;

/** A copy of a request's body with sensitive fields replaced at any depth. */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SENSITIVE.test(name) && member !== null && member !== "" ? HIDDEN : redact(member),
    ]),
  );
}

/** A text without e-mail addresses, phone numbers and the secrets of links. */
export function redactText(text: string): string {
  return text.replace(LINK_SECRET, `$1${HIDDEN}`).replace(ADDRESS, HIDDEN);
}
