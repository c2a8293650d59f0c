import { useMemo, type ReactNode } from "react";
import { createIntl, RawIntlProvider, type IntlConfig } from "react-intl";
import { groupDigits } from "./group-digits";
import { useLanguageStore } from "./language";

/** English with day before month, the product's order of dates. */
const FORMAT_LOCALES = { pl: "pl", en: "en-GB" };

/** Texts and numbers in the language on screen. */
export function I18nProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { language, catalogue } = useLanguageStore();
  const intl = useMemo(() => {
    // The type allows all texts or all compiled messages, but they are read one by one.
    const messages = { ...catalogue } as IntlConfig["messages"];
    return groupDigits(createIntl({ locale: FORMAT_LOCALES[language], defaultLocale: "pl", messages }));
  }, [language, catalogue]);
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
