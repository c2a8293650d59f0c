/** Parts of an e-mail or SMS score, in their fixed order. */
export const RATES = ["or", "ctr", "delivery"] as const;
/** Parts of a score of websites: types of events, on the way to a purchase. */
export const EVENTS = ["page_view", "product_view", "checkout_view", "payment_info", "purchase"] as const;

export type Component = (typeof RATES)[number] | (typeof EVENTS)[number];

/**
 * The reasons for a contact having no score, in the order in which screens show them; a missing address comes first.
 */
export const REASONS = ["NO_EMAIL", "NO_GSM", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"] as const;

export type Reason = (typeof REASONS)[number];

/** Whether the reason is a missing address of the channel. All other reasons are shared by all channels. */
export function lacksAddress(reason: Reason): boolean {
  return reason !== "NO_CONSENT" && reason !== "NOT_IN_GROUP" && reason !== "NO_SENDING";
}
