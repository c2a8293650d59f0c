import type { Billing, GetSettingsResponse, Timezone } from "../../api/messages";

/** Events of website visitors that lead scoring can count, in the product's order. */
export const EVENT_TYPES = ["page_view", "product_view", "checkout_view", "payment_info", "purchase"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const BILLING_FIELDS = ["companyName", "city", "postCode", "street", "taxId", "country", "currency"] as const;

/** Texts of a billing address in the form. */
export type BillingValues = Record<(typeof BILLING_FIELDS)[number], string | undefined>;

export interface SettingsValues {
  readonly language: string;
  readonly timezone: string;
  /** The hour from which the day is calculated, 0 to 23. */
  readonly nightHour: number;
  readonly events: readonly string[];
  readonly billing: BillingValues;
}

export function toValues(settings: GetSettingsResponse): SettingsValues {
  return {
    language: settings.language,
    timezone: settings.timezone,
    nightHour: settings.scoringNightHour,
    events: settings.webTrackedEventTypeList.split(",").filter((type) => type !== ""),
    billing: billingValues(settings.billing),
  };
}

function billingValues(billing: Billing | undefined): BillingValues {
  return {
    companyName: billing?.companyName ?? "",
    city: billing?.city ?? "",
    postCode: billing?.postCode ?? "",
    street: billing?.street ?? "",
    taxId: billing?.taxId ?? "",
    // A select shows its placeholder for undefined, and an empty option for "".
    country: billing?.country === "" ? undefined : billing?.country,
    currency: billing?.currency === "" ? undefined : billing?.currency,
  };
}

/** All settings in the form of the request. Event types keep the product's order. */
export function toRequest({ language, timezone, nightHour, events, billing }: SettingsValues): {
  language: string;
  timezone: string;
  scoringNightHour: number;
  webTrackedEventTypeList: string;
  billing: Record<keyof BillingValues, string>;
} {
  const text = (value: string | undefined): string => (value ?? "").trim();
  return {
    language,
    timezone,
    scoringNightHour: nightHour,
    webTrackedEventTypeList: EVENT_TYPES.filter((type) => events.includes(type)).join(","),
    billing: {
      companyName: text(billing.companyName),
      city: text(billing.city),
      postCode: text(billing.postCode),
      street: text(billing.street),
      taxId: text(billing.taxId),
      country: text(billing.country),
      currency: text(billing.currency),
    },
  };
}

/** "Europe/Warsaw (UTC+01:00)"; found by parts of the name, with or without the underscore, and by the offset. */
export function zoneLabel({ name, offsetMinutes }: Pick<Timezone, "name" | "offsetMinutes">): string {
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, "0");
  const sign = offsetMinutes < 0 ? "\u2212" : "+";
  return `${name.replaceAll("_", " ")} (UTC${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)})`;
}
