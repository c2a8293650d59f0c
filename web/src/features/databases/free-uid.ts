/** The smallest free uid of three digits; empty if there is none. */
export function freeUid(taken: readonly string[]): string {
  for (let number = 1; number < 1000; number++) {
    const uid = String(number).padStart(3, "0");
    if (!taken.includes(uid)) return uid;
  }
  return "";
}

/** Whether a text is a uid. */
export function isUid(text: string): boolean {
  return /^\d{3,9}$/.test(text);
}
