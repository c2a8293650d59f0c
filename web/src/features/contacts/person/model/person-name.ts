import type { Contact } from "../../../../api/messages";

/** What features with the name of a person are called, in the order in which a name is written. */
const NAMES = [
  ["imię i nazwisko", "imie i nazwisko", "full name", "fullname"],
  ["imię", "imie", "first name", "firstname", "first_name"],
  ["nazwisko", "last name", "lastname", "last_name", "surname"],
] as const;

/** The name of a contact as far as its features say it; else empty. */
export function personName({ properties }: Pick<Contact, "properties">): string {
  const [whole, ...parts] = NAMES.map((known) => {
    const names: readonly string[] = known;
    return properties.find(({ name }) => names.includes(name.trim().toLowerCase()))?.value.trim() ?? "";
  });
  return whole || parts.filter((part) => part !== "").join(" ");
}
