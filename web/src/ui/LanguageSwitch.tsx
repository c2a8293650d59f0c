import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { chooseLanguage, useLanguageStore } from "../i18n/language";
import type { Language } from "../stores/preference-store";
import { Segmented } from "./Segmented";

/** The languages side by side, each in its own language; for pages without a user menu. */
export function LanguageSwitch(): ReactNode {
  const { formatMessage } = useIntl();
  const language = useLanguageStore((state) => state.language);
  return (
    <Segmented<Language>
      aria-label={formatMessage(commonMessages.language)}
      size="small"
      value={language}
      onChange={(chosen) => void chooseLanguage(chosen)}
      options={[
        { value: "pl", label: formatMessage(commonMessages.polish) },
        { value: "en", label: formatMessage(commonMessages.english) },
      ]}
    />
  );
}
