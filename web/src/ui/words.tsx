import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";

/** The text of a part: a message, or content that one message cannot give, such as a text with values. */
export type Words = Message | ReactNode;

/** Draws the text of a part. */
export function wordsOf(words: Words): ReactNode {
  return isMessage(words) ? <FormattedMessage {...words} /> : words;
}

function isMessage(words: Words): words is Message {
  return typeof words === "object" && words !== null && "defaultMessage" in words;
}
