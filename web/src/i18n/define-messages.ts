import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { MessageDescriptor } from "react-intl";

/** Texts by id; the build compiles those with values (`messages-plugin.ts`). */
export type Catalogue = Readonly<Record<string, string | MessageFormatElement[]>>;

/** A text with its id, its Polish wording and a note for the translator. */
export type Message = Required<Pick<MessageDescriptor, "id" | "description">> & { readonly defaultMessage: string };

/**
 * Declares messages. react-intl's own function types messages without values from version 12 on; ours leaves the
 * values open, because the catalogue check compares the placeholders of both languages.
 */
export function defineMessages<K extends string>(messages: Readonly<Record<K, Message>>): Readonly<Record<K, Message>> {
  return messages;
}
