import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import { groupDigits } from "./group-digits";

const NBSP = "\u00a0";
const intl = groupDigits(createIntl({ locale: "pl", defaultLocale: "pl" }));
const say = (defaultMessage: string): string =>
  intl.formatMessage({ id: "test.words", defaultMessage }, { count: 5347 });

test("four digits are grouped like five, in numbers and in texts", () => {
  expect(intl.formatNumber(5347)).toBe(`5${NBSP}347`);
  expect(intl.formatNumber(-5347, { signDisplay: "exceptZero" })).toBe(`−5${NBSP}347`);
  expect(intl.formatNumber(53.47, { minimumFractionDigits: 2 })).toBe("53,47");
  expect(say("{count, number} kontaktów")).toBe(`5${NBSP}347 kontaktów`);
  expect(say("{count, plural, many {# kontaktów} other {# kontaktu}}")).toBe(`5${NBSP}347 kontaktów`);
});
