import type { ErasedContact, HeldContact } from "../../api/messages";

/** The databases of contacts, each once. */
export function uidsOf(items: readonly Pick<HeldContact | ErasedContact, "uid">[]): readonly string[] {
  return [...new Set(items.map(({ uid }) => uid))];
}

/** Other addresses of the contacts found by an address, each once. */
export function othersOf(items: readonly HeldContact[], address: string): readonly string[] {
  const all = items.flatMap(({ email, gsm, externalId }) => [email, gsm, externalId]);
  return [...new Set(all)].filter((one) => one !== "" && one.toLowerCase() !== address.toLowerCase());
}
