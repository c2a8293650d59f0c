/** Rules of a password. */
export const PASSWORD_RULES = ["length", "lower", "upper", "digit", "special"] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

export const PASSWORD_MIN_LENGTH = 12;

/** The rules that a password satisfies; letters of every alphabet count. */
export function keptRules(password: string): ReadonlySet<PasswordRule> {
  const kept = new Set<PasswordRule>();
  if (Array.from(password).length >= PASSWORD_MIN_LENGTH) kept.add("length");
  if (/\p{Ll}/u.test(password)) kept.add("lower");
  if (/\p{Lu}/u.test(password)) kept.add("upper");
  if (/\p{Nd}/u.test(password)) kept.add("digit");
  if (/[^\p{L}\p{Nd}]/u.test(password)) kept.add("special");
  return kept;
}

export function isStrongPassword(password: string): boolean {
  return keptRules(password).size === PASSWORD_RULES.length;
}
