/** The storage key that says that the product runs on sample data. */
export const MOCK_KEY = "puls.mock";
export const ENABLED = "enabled";
const PERSON_KEY = "puls.demo.person";

/** The user viewing the sample data, under their own name. */
export interface DemoPerson {
  readonly email: string;
  readonly language: string;
}

/** Shows the product on sample data, in this tab; the user's own account is not changed. */
export function startDemo({ email, language }: DemoPerson): void {
  sessionStorage.setItem(PERSON_KEY, JSON.stringify({ email, language }));
  sessionStorage.setItem(MOCK_KEY, ENABLED);
  window.location.assign("/");
}

/** Whether this tab was switched to sample data from an account to return to. */
export function inDemo(): boolean {
  return sessionStorage.getItem(MOCK_KEY) === ENABLED;
}

/** Undefined if no user was signed in. */
export function demoPerson(): DemoPerson | undefined {
  const stored = sessionStorage.getItem(PERSON_KEY);
  return stored === null ? undefined : (JSON.parse(stored) as DemoPerson);
}

/** Returns to the user's own account. */
export function endDemo(): void {
  sessionStorage.removeItem(MOCK_KEY);
  sessionStorage.removeItem(PERSON_KEY);
  window.location.assign("/");
}
