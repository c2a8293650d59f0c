import type { Message } from "./define-messages";
import { nameMessages } from "./score-messages";

const NAME_MIN = 4;
/** In characters, counted like the server does. */
export const NAME_MAX = 40;

/** Characters as the server counts them: code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The fault of a scoring's name; undefined for a valid one. */
export function nameFault(name: string): Message | undefined {
  const length = lengthOf(name.trim());
  if (length === 0) return nameMessages.empty;
  if (length < NAME_MIN) return nameMessages.short;
  return length > NAME_MAX ? nameMessages.long : undefined;
}

/** A name with an ending, cut so that both fit. */
export function nameWith(name: string, ending: string): string {
  return (
    Array.from(name)
      .slice(0, NAME_MAX - lengthOf(ending))
      .join("")
      .trimEnd() + ending
  );
}
