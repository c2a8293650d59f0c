import { looksLikeEmail } from "../lib/email";
import { commonMessages } from "./common-messages";
import type { Message } from "./define-messages";

/** Why a typed address cannot be sent; spaces round it do not matter. */
export function emailError(typed: string): Message | undefined {
  if (typed.trim() === "") return commonMessages.required;
  return looksLikeEmail(typed) ? undefined : commonMessages.emailInvalid;
}
