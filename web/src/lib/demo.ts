/** Where it is kept that the product runs on sample data. */
export const MOCK_KEY = "puls.mock";
export const ENABLED = "enabled";

/** Shows the product on sample data, in this tab; the person's own account stays as it is. */
export function startDemo(): void {
  sessionStorage.setItem(MOCK_KEY, ENABLED);
  window.location.assign("/");
}

/** Whether this tab was switched to sample data from an account to return to. */
export function inDemo(): boolean {
  return sessionStorage.getItem(MOCK_KEY) === ENABLED;
}

/** Back to the person's own account. */
export function endDemo(): void {
  sessionStorage.removeItem(MOCK_KEY);
  window.location.assign("/");
}
