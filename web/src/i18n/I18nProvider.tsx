import { useMemo, type ReactNode } from "react";
import { createIntl, RawIntlProvider } from "react-intl";
import { groupDigits } from "./group-digits";
import { useLanguageStore } from "./language";

/** English with day before month, as the product writes dates. */
const FORMAT_LOCALES = { pl: "pl", en: "en-GB" };

/** Texts and numbers in the language on screen. */
export function I18nProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { language, catalogue } = useLanguageStore();
  const intl = useMemo(
    () =>
      groupDigits(createIntl({ locale: FORMAT_LOCALES[language], defaultLocale: "pl", messages: { ...catalogue } })),
    [language, catalogue],
  );
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
