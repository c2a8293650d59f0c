import type { Import } from "../../../api/messages";

/** The reason for which the whole file was refused; "" if the file is not the cause. */
export function failureOf({ errors }: Pick<Import, "errors">): string {
  const [reason = ""] = errors.find(({ line }) => line === 0)?.reason.split(":") ?? [];
  return reason;
}
