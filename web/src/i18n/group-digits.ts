import type { IntlShape } from "react-intl";

/**
 * Numbers of four digits with their space too, which Polish leaves out: "5 347" stands under "14 653". Negative numbers
 * have the minus of the texts, as wide as a plus, in place of a hyphen.
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
