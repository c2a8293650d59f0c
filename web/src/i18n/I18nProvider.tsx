import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { useLanguageStore } from "./language";

/** English with day before month, as the product writes dates. */
const FORMAT_LOCALES = { pl: "pl", en: "en-GB" };

/** Texts and numbers in the language on screen. */
export function I18nProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { language, catalogue } = useLanguageStore();
  return (
    <IntlProvider locale={FORMAT_LOCALES[language]} defaultLocale="pl" messages={catalogue}>
      {children}
    </IntlProvider>
  );
}
