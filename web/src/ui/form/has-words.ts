import { fold, foldedWords } from "../../lib/fold";

/**
 * Whether a label contains every word of a search text, in any order. Time zones may be typed with underscores and
 * with hyphens.
 */
export function hasWords(label: string, typed: string): boolean {
  const plain = (text: string): string => text.replaceAll("\u2212", "-").replaceAll(/[_/]/g, " ");
  const text = fold(plain(label));
  return foldedWords(plain(typed)).every((word) => text.includes(word));
}
