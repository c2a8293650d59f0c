import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import english from "./en.json";
import { fieldWords } from "./field-fault";

const pl = createIntl({ locale: "pl", defaultLocale: "pl", onError: () => undefined });
const en = createIntl({ locale: "en", messages: english });

describe("a wrong value is described by its class and the numbers of its rule", () => {
  test.each([
    ["VALUE_REQUIRED", { min: 1 }, "To pole jest wymagane", "This field is required"],
    ["TEXT_TOO_SHORT", { min: 4 }, "Wpisz co najmniej 4 znaki", "Enter at least 4 characters"],
    ["TEXT_TOO_SHORT", { min: 12 }, "Wpisz co najmniej 12 znaków", "Enter at least 12 characters"],
    ["TEXT_TOO_LONG", { max: 1 }, "Wpisz najwyżej 1 znak", "Enter at most 1 character"],
    ["TEXT_TOO_LONG", { max: 100 }, "Wpisz najwyżej 100 znaków", "Enter at most 100 characters"],
    ["VALUE_OUT_OF_RANGE", { min: 0, max: 100 }, "Podaj wartość od 0 do 100", "Enter a value from 0 to 100"],
    ["VALUE_OUT_OF_RANGE", { min: 3 }, "Podaj wartość nie mniejszą niż 3", "Enter a value of at least 3"],
    ["VALUE_OUT_OF_RANGE", { max: 5 }, "Podaj wartość nie większą niż 5", "Enter a value of at most 5"],
    ["VALUE_OUT_OF_RANGE", { above: 0 }, "Wartość jest poza dozwolonym zakresem", "The value is out of range"],
    ["VALUE_NOT_ALLOWED", { allowed: ["pl"] }, "Wybierz jedną z\u00a0dostępnych wartości", "Choose one of the values"],
    ["TEXT_MALFORMED", { form: "email" }, "Podaj prawidłowy adres e-mail", "Enter a valid e-mail address"],
    [
      "TEXT_MALFORMED",
      { pattern: "^x$" },
      "Sprawdź format: tak zapisana wartość jest nieprawidłowa",
      "Check the format",
    ],
    [
      "TEXT_HAS_CONTROL_CHARACTERS",
      {},
      "Usuń niewidoczne znaki lub wpisz tekst ręcznie",
      "Remove invisible characters",
    ],
    ["TEXT_BLANK", {}, "Wpisz co najmniej jeden widoczny znak", "Enter at least one visible character"],
    ["ACCOUNT_EMAIL_TAKEN", {}, "Podany adres już istnieje. Zaloguj się.", "Provided address already exists. Log in."],
    ["SOMETHING_NEW", {}, "Nieprawidłowa wartość", "Invalid value"],
    // A rule without its number has a text without one.
    ["TEXT_TOO_SHORT", {}, "Nieprawidłowa wartość", "Invalid value"],
  ])("%s %j", (name, params, polish, englishWords) => {
    const { message, values } = fieldWords({ field: "x", class: name, params, message: "" });
    expect(pl.formatMessage(message, values)).toBe(polish);
    expect(en.formatMessage(message, values)).toContain(englishWords);
  });
});
