import { looksLikeEmail } from "../lib/email";
import { commonMessages } from "./common-messages";
import type { Message } from "./define-messages";

/** The error of a typed address; surrounding spaces do not matter. */
export function emailError(typed: string): Message | undefined {
  if (typed.trim() === "") return commonMessages.required;
  return looksLikeEmail(typed) ? undefined : commonMessages.emailInvalid;
}
