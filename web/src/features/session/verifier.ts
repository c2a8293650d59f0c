/** The storage key of the proof that this browser requested a link (RFC 7636); it ends with the tab. */
const KEY = "puls.verifier";

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/**
 * Adds a challenge to the address of the connected system and stores its verifier in this tab: the returned link then
 * works only here. A page without https cannot compute one and leaves the address unchanged.
 */
export async function withChallenge(address: string): Promise<string> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (!subtle) return address;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  sessionStorage.setItem(KEY, verifier);
  const url = new URL(address);
  url.searchParams.set("challenge", base64url(new Uint8Array(digest)));
  return url.href;
}

/** Returns and removes the verifier of this tab's challenge; empty without one. */
export function takeVerifier(): string {
  const verifier = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  return verifier;
}
