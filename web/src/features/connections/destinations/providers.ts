/** The names of mail providers with lists. */
export const listProviderNames: Readonly<Record<string, string>> = {
  sendgrid: "SendGrid",
  mailgun: "Mailgun",
  mailchimp: "Mailchimp",
  brevo: "Brevo",
};

/** Whether a provider has regions. */
export function hasRegions(provider: string): boolean {
  return provider === "sendgrid" || provider === "mailgun";
}

/** Whether members of a list have fields. */
export function hasFields(provider: string): boolean {
  return provider !== "mailgun";
}

/** Whether a list is a tag in an audience. */
export function hasTags(provider: string): boolean {
  return provider === "mailchimp";
}
