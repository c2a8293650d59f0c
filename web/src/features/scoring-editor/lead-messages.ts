import { defineMessages } from "../../i18n/define-messages";

export const leadMessages = defineMessages({
  lead: {
    id: "lead.page.lead",
    defaultMessage: "Co liczy się na stronie WWW?",
    description: "Question under the heading",
  },
  shares: {
    id: "lead.events.shares",
    defaultMessage: "Udziały zdarzeń",
    description: "Heading",
  },
  sharesHint: {
    id: "lead.events.sharesHint",
    defaultMessage: "Im większy udział, tym mocniej zdarzenie podnosi ocenę.",
    description: "Under the heading",
  },
  even: {
    id: "lead.events.even",
    defaultMessage: "Przywróć podział domyślny",
    description: "Button",
  },
  untracked: {
    id: "lead.events.untracked",
    defaultMessage: "Nieśledzone: {events}.",
    description: "Types of events that the account does not track",
  },
  untrackedShare: {
    id: "lead.events.untrackedShare",
    defaultMessage: "{event}: {share}%, ale to zdarzenie nie jest już śledzone",
    description: "A share of an event type that is not tracked any more",
  },
  drop: {
    id: "lead.events.drop",
    defaultMessage: "Usuń udział",
    description: "Button",
  },
  toSettings: {
    id: "lead.events.toSettings",
    defaultMessage: "Zmień śledzone zdarzenia",
    description: "Link to the settings",
  },
  websites: {
    id: "lead.events.websites",
    defaultMessage: "Strony WWW",
    description: "Heading: whose visitors are scored",
  },
  website: {
    id: "lead.events.website",
    defaultMessage: "{uid}: {domains}",
    description: "A database with its websites",
  },
  noWebsite: {
    id: "lead.events.noWebsite",
    defaultMessage: "Wybierz co najmniej jedną bazę",
    description: "Nothing is chosen",
  },
  completeFrom: {
    id: "lead.events.completeFrom",
    defaultMessage: "Dwa tygodnie zdarzeń zbiorą się {date}",
    description: "Day from which lead scoring works",
  },
  missingText: {
    id: "lead.missing.missingText",
    defaultMessage: "Scoring leadów ocenia odwiedzających ze śledzonych zdarzeń na Twoich stronach.",
    description: "Why lead scoring is not available",
  },
  settings: {
    id: "lead.missing.settings",
    defaultMessage: "Przejdź do ustawień",
    description: "Link",
  },
});
