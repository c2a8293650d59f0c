import type { IntlShape } from "react-intl";

/**
 * Groups the digits of four-digit numbers too, which Polish does not: "5 347" is aligned with "14 653". Negative
 * numbers have the minus sign of texts, as wide as a plus, instead of a hyphen.
 */
export function groupDigits(intl: IntlShape): IntlShape {
  const getNumberFormat: IntlShape["formatters"]["getNumberFormat"] = (locales, options) =>
    intl.formatters.getNumberFormat(locales, { useGrouping: "always", ...options });
  const formatters = { ...intl.formatters, getNumberFormat };
  const formatMessage = (...[message, values, options]: Parameters<IntlShape["formatMessage"]>) =>
    intl.formatMessage(message, values, { formatters, ...options });
  return {
    ...intl,
    formatNumber: (value, options) =>
      intl.formatNumber(value, { useGrouping: "always", ...options }).replace(/^-/, "−"),
    formatMessage: formatMessage as IntlShape["formatMessage"],
  };
}
