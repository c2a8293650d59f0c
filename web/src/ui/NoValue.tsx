import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../i18n/common-messages";

/** A table cell without a value: a dash to the eye, a word to the ear. */
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
