/** Whether a text looks like an e-mail address; the server decides. Spaces around it are ignored. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}
