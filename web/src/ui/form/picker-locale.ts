import en from "antd/es/date-picker/locale/en_GB";
import pl from "antd/es/date-picker/locale/pl_PL";
import "dayjs/locale/en-gb";
import "dayjs/locale/pl";
import { useLanguageStore } from "../../i18n/language";

const LOCALES = { pl, en };

/** Months, days and the first day of the week in the language of the page. */
export function usePickerLocale(): typeof pl {
  return LOCALES[useLanguageStore((state) => state.language)];
}
