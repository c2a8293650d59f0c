import type { MessageChannel } from "../lib/channel";
import type { Contact, Group, ImportEffects, WithoutConsent } from "./messages";

interface ChannelFields {
  readonly address: keyof Contact;
  readonly consent: keyof Contact;
  readonly blocked: keyof Contact;
  readonly link: keyof Contact;
  /** Contacts of a group that have an address. */
  readonly reached: keyof Group;
  /** Consents that a file gives, those of them to new contacts, and consents that it withdraws. */
  readonly given: keyof ImportEffects;
  readonly newGiven: keyof ImportEffects;
  readonly withdrawn: keyof ImportEffects;
  /** In the user's answers about the consents of new contacts. */
  readonly answer: keyof WithoutConsent;
  /** The column of a file with the consents. */
  readonly column: string;
}

/** The contracts' names of the fields of each channel that carries messages. */
export const CHANNEL_FIELDS = {
  mailing: {
    address: "email",
    consent: "emailConsent",
    blocked: "emailBlocked",
    link: "emailUnsubscribeUrl",
    reached: "emailValue",
    given: "emailConsentsGiven",
    newGiven: "newEmailConsents",
    withdrawn: "emailConsentsWithdrawn",
    answer: "email",
    column: "email_consent",
  },
  sms: {
    address: "gsm",
    consent: "smsConsent",
    blocked: "gsmBlocked",
    link: "smsUnsubscribeUrl",
    reached: "smsValue",
    given: "smsConsentsGiven",
    newGiven: "newSmsConsents",
    withdrawn: "smsConsentsWithdrawn",
    answer: "sms",
    column: "sms_consent",
  },
} as const satisfies Readonly<Record<MessageChannel, ChannelFields>>;
