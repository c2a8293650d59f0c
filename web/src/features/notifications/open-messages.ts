import { defineMessages } from "../../i18n/define-messages";

/** Of the panel's button and its entry in the menu, which come before the panel. */
export const openMessages = defineMessages({
  title: {
    id: "notifications.panel.title",
    defaultMessage: "Powiadomienia",
    description: "Heading of the list, entry of the user menu",
  },
  open: {
    id: "notifications.panel.open",
    defaultMessage:
      "{count, plural, =0 {Powiadomienia} one {Powiadomienia: # nieprzeczytane} few {Powiadomienia: # nieprzeczytane} many {Powiadomienia: # nieprzeczytanych} other {Powiadomienia: # nieprzeczytanego}}",
    description: "Name of the button with the number of unread ones",
  },
  count: {
    id: "notifications.panel.count",
    defaultMessage: "{count, number}",
    description: "On the bell: how many are unread, at most 99",
  },
});
