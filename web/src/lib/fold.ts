/** A text as searches compare it: case and accents do not matter. */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

/** The words of a search text. */
export function foldedWords(typed: string): readonly string[] {
  return fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}
