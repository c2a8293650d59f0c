import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Webhook } from "../../../api/messages";
import { Tag } from "../../../ui/Tag";
import { webhookStateMessages } from "../webhook-messages";

const COLORS: Readonly<Record<string, "success" | "warning" | "error">> = {
  ACTIVE: "success",
  FAILING: "warning",
  STOPPED: "error",
  GONE: "error",
};

/** The state of a webhook, in a word or two. One without a delivery so far is not known to work. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const state = webhook.state === "ACTIVE" && !webhook.deliveredAt ? "READY" : webhook.state;
  const message = webhookStateMessages[state];
  return <Tag color={COLORS[state] ?? "default"}>{message ? <FormattedMessage {...message} /> : state}</Tag>;
}
