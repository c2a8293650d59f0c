import type { IntlShape } from "react-intl";
import type { Import } from "../../api/messages";
import { fileMessages, kindMessages } from "./messages";
import { kindOf } from "./model/kinds";

/** The file's name; without one, its kind. */
export function fileNameOf(
  { fileName, kind }: Pick<Import, "fileName" | "kind">,
  formatMessage: IntlShape["formatMessage"],
): string {
  return fileName || formatMessage(fileMessages.unnamed, { kind: formatMessage(kindMessages[kindOf(kind)]) });
}
