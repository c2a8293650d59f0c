import type { Import } from "../../../api/messages";

/** The reason for which the file as a whole was given up; "" where the file is not to blame. */
export function failureOf({ errors }: Pick<Import, "errors">): string {
  const [reason = ""] = errors.find(({ line }) => line === 0)?.reason.split(":") ?? [];
  return reason;
}
