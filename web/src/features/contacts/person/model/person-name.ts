import type { Contact } from "../../../../api/messages";

/** The names of properties that hold parts of a person's name, in the order of writing. */
const NAMES = [
  ["imię i nazwisko", "imie i nazwisko", "full name", "fullname"],
  ["imię", "imie", "first name", "firstname", "first_name"],
  ["nazwisko", "last name", "lastname", "last_name", "surname"],
] as const;

/** The name of a contact from its properties; empty without any. */
export function personName({ properties }: Pick<Contact, "properties">): string {
  const [whole, ...parts] = NAMES.map((known) => {
    const names: readonly string[] = known;
    return properties.find(({ name }) => names.includes(name.trim().toLowerCase()))?.value.trim() ?? "";
  });
  return whole !== undefined && whole !== "" ? whole : parts.filter((part) => part !== "").join(" ");
}
