import { fold, foldedWords } from "../../lib/fold";

/** Whether a label has every word of a search text, in any order. Time zones are typed with underscores and hyphens. */
export function hasWords(label: string, typed: string): boolean {
  const plain = (text: string): string => text.replaceAll("\u2212", "-").replaceAll(/[_/]/g, " ");
  const text = fold(plain(label));
  return foldedWords(plain(typed)).every((word) => text.includes(word));
}
