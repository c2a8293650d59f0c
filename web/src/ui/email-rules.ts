import type { FormItemProps } from "antd";
import type { IntlShape } from "react-intl";
import { commonMessages } from "../i18n/common-messages";

/** An e-mail address must be there and look like one; spaces around it do not matter. */
export function emailRules(formatMessage: IntlShape["formatMessage"]): NonNullable<FormItemProps["rules"]> {
  return [
    { required: true, whitespace: true, message: formatMessage(commonMessages.required) },
    {
      type: "email",
      transform: (value: unknown) => (typeof value === "string" ? value.trim() : value),
      message: formatMessage(commonMessages.emailInvalid),
    },
  ];
}
