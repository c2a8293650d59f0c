import type { ReactNode } from "react";
import { statusMessages } from "../i18n/common-messages";
import { Tag } from "./Tag";

/** Indexed by the numbers of `lib/status`. */
const STATUSES = [
  { message: statusMessages.draft, color: "warning" },
  { message: statusMessages.inactive, color: "default" },
  { message: statusMessages.active, color: "success" },
] as const;

export function StatusTag({ status }: { readonly status: number }): ReactNode {
  const known = STATUSES[status] ?? STATUSES[0];
  return <Tag label={known.message} color={known.color} />;
}
