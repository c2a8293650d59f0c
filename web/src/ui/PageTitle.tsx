import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";

/** The title of the browser's tab; React moves it into the head. */
export function PageTitle({ children }: { readonly children: string }): ReactNode {
  const { formatMessage } = useIntl();
  return <title>{formatMessage(commonMessages.pageTitle, { page: children })}</title>;
}
