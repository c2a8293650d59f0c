import type { IntlShape } from "react-intl";
import type { Fault, FaultField } from "../api/fault";
import { commonMessages } from "./common-messages";
import type { Message } from "./define-messages";
import { faultMessage } from "./fault-message";
import { reasonMessage } from "./fault-messages";
import { fieldMessages } from "./field-messages";

/** A text and the numbers in it. */
export interface FieldWords {
  readonly message: Message;
  readonly values?: Readonly<Record<string, number>>;
}

/** The text about a refused value; it is shown beside its field and does not name it. */
export function fieldWords({ class: name, params }: FaultField): FieldWords {
  const { min, max } = params;
  switch (name) {
    case "VALUE_REQUIRED":
      return { message: commonMessages.required };
    case "TEXT_TOO_SHORT":
      return typeof min === "number" ? { message: fieldMessages.tooShort, values: { min } } : UNUSABLE;
    case "TEXT_TOO_LONG":
      return typeof max === "number" ? { message: fieldMessages.tooLong, values: { max } } : UNUSABLE;
    case "VALUE_OUT_OF_RANGE":
      if (typeof min === "number" && typeof max === "number") {
        return { message: fieldMessages.between, values: { min, max } };
      }
      if (typeof min === "number") return { message: fieldMessages.atLeast, values: { min } };
      if (typeof max === "number") return { message: fieldMessages.atMost, values: { max } };
      return { message: fieldMessages.outOfRange };
    case "TEXT_MALFORMED":
      return { message: params["form"] === "email" ? commonMessages.emailInvalid : fieldMessages.malformed };
    case "VALUE_NOT_ALLOWED":
      return { message: fieldMessages.notAllowed };
    case "TEXT_HAS_CONTROL_CHARACTERS":
      return { message: fieldMessages.invisible };
    case "TEXT_BLANK":
      return { message: fieldMessages.blank };
    default: {
      const message = reasonMessage(name);
      return message ? { message } : UNUSABLE;
    }
  }
}

/** The text of a refusal at the only field of a form. */
export function faultText(formatMessage: IntlShape["formatMessage"], fault: Fault): string {
  const [field] = fault.fields;
  if (!field) return formatMessage(faultMessage(fault));
  const { message, values } = fieldWords(field);
  return formatMessage(message, values);
}

const UNUSABLE: FieldWords = { message: fieldMessages.unusable };
