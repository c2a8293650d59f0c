import type { MailProvider } from "../../../api/messages";

/** The providers' names, the same in every language. */
export const providerNames: Readonly<Record<string, string>> = {
  sendgrid: "SendGrid",
  mailgun: "Mailgun",
  postmark: "Postmark",
  ses: "Amazon SES",
};

/** The letters that stand for the providers: their logos are trade marks. */
export const providerLetters: Readonly<Record<string, string>> = {
  sendgrid: "SG",
  mailgun: "MG",
  postmark: "PM",
  ses: "SES",
};

/** The numbers of steps before and after the provider's address exists; the texts are in `stepMessages`. */
export const STEPS: Readonly<Record<string, { readonly before: number; readonly after: number }>> = {
  sendgrid: { before: 0, after: 4 },
  mailgun: { before: 0, after: 3 },
  postmark: { before: 0, after: 3 },
  ses: { before: 1, after: 3 },
};

/** How a sending program names the mailing and its type, in each provider's own terms. */
export const NAMING: Readonly<Record<string, string>> = {
  sendgrid: '"custom_args": { "puls_message": "jesien-2026", "puls_category": "sales" }',
  mailgun: "v:puls_message=jesien-2026  v:puls_category=sales",
  postmark: '"Metadata": { "puls_message": "jesien-2026", "puls_category": "sales" }',
  ses: "X-SES-MESSAGE-TAGS: puls_message=jesien-2026, puls_category=sales",
};

/** Whether a provider that was set up has sent nothing yet. */
export function isSilent(provider: MailProvider): boolean {
  const { state, receivedAt, unusedCount, refusedSignatureCount } = provider;
  return state !== "NONE" && !receivedAt && unusedCount === 0 && refusedSignatureCount === 0;
}
