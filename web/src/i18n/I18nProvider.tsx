import enLocale from "antd/locale/en_GB";
import plLocale from "antd/locale/pl_PL";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { ThemeProvider } from "../theme/ThemeProvider";
import { useLanguageStore } from "./language";

const ANTD_LOCALES = { pl: plLocale, en: enLocale };
/** English with day before month, as the product writes dates. */
const FORMAT_LOCALES = { pl: "pl", en: "en-GB" };

/** Texts, numbers and antd's own words in the language on screen. */
export function I18nProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { language, catalogue } = useLanguageStore();
  return (
    <IntlProvider locale={FORMAT_LOCALES[language]} defaultLocale="pl" messages={catalogue}>
      <ThemeProvider locale={ANTD_LOCALES[language]}>{children}</ThemeProvider>
    </IntlProvider>
  );
}
