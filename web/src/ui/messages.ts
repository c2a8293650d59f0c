import { defineMessages, type Message } from "../i18n/define-messages";
import type { PasswordRule } from "../lib/password";

export const passwordMessages = defineMessages({
  confirmation: { id: "ui.password.confirmation", defaultMessage: "Powtórz hasło", description: "Label" },
  rules: { id: "ui.password.rules", defaultMessage: "Wymagania hasła", description: "Name of the list of rules" },
  kept: { id: "ui.password.kept", defaultMessage: "– spełnione", description: "Read aloud after a rule that is kept" },
  missing: { id: "ui.password.missing", defaultMessage: "– brak", description: "Read aloud after a rule not kept yet" },
  progress: {
    id: "ui.password.progress",
    defaultMessage: "Spełnione wymagania: {kept} z\u00a0{total}",
    description: "Read aloud while a password is typed",
  },
  different: {
    id: "ui.password.different",
    defaultMessage: "Hasła nie są takie same",
    description: "Password and repetition differ",
  },
});

export const passwordRuleMessages: Readonly<Record<PasswordRule, Message>> = defineMessages({
  length: { id: "ui.passwordRule.length", defaultMessage: "Co najmniej 12 znaków", description: "Rule" },
  lower: { id: "ui.passwordRule.lower", defaultMessage: "Mała litera", description: "Rule" },
  upper: { id: "ui.passwordRule.upper", defaultMessage: "Wielka litera", description: "Rule" },
  digit: { id: "ui.passwordRule.digit", defaultMessage: "Cyfra", description: "Rule" },
  special: { id: "ui.passwordRule.special", defaultMessage: "Znak specjalny", description: "Rule" },
});

export const copyMessages = defineMessages({
  copied: { id: "ui.button.copied", defaultMessage: "Skopiowano", description: "Said after copying" },
  failed: {
    id: "ui.button.failed",
    defaultMessage: "Przeglądarka nie pozwala kopiować. Zaznacz tekst i\u00a0skopiuj go ręcznie.",
    description: "Said when copying failed",
  },
});

export const tableMessages = defineMessages({
  sortBy: {
    id: "ui.table.sortBy",
    defaultMessage: "Sortuj:",
    description: "On a phone, before the names of what a list can be sorted by",
  },
});
