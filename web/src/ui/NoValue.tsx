import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../i18n/common-messages";

/** The content of a table cell without a value: a dash on screen, a word for screen readers. */
export function NoValue(): ReactNode {
  return (
    <>
      <span aria-hidden>
        <FormattedMessage {...commonMessages.none} />
      </span>
      <span className="visually-hidden">
        <FormattedMessage {...commonMessages.noneSpoken} />
      </span>
    </>
  );
}
