import { defineMessages, type Message } from "../../i18n/define-messages";
import type { MessageChannel } from "../../lib/channel";

export const contactMessages = defineMessages({
  missing: { id: "contacts.consent.missing", defaultMessage: "brak zgody", description: "There is no consent" },
  blocked: { id: "contacts.consent.blocked", defaultMessage: "zablokowany", description: "Mark: a blocked address" },
});

/** In place of a consent that reaches nobody: there is no address of its channel. */
export const noAddressMessages: Readonly<Record<MessageChannel, Message>> = defineMessages({
  mailing: { id: "contacts.address.noEmail", defaultMessage: "brak e-maila", description: "Mark: there is none" },
  sms: { id: "contacts.address.noPhone", defaultMessage: "brak telefonu", description: "Mark: there is none" },
});
