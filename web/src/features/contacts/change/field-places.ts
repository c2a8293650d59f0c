import type { Places } from "../../../ui/use-form";
import { fieldOf } from "./FeatureFields";

/** Maps refusals to the fields that show them. `features` are the sent ones, in order. */
export function contactPlaces(features: readonly number[]): Places {
  return {
    paths: {
      email: "email",
      gsm: "gsm",
      externalId: "externalId",
      consentNote: "consentNote",
      uid: "uid",
      ...Object.fromEntries(
        features.flatMap((id, at) => [
          [`properties[${at}].value`, fieldOf(id)],
          [`properties[${at}]`, fieldOf(id)],
        ]),
      ),
    },
    reasons: {
      CONTACT_ADDRESS_MISSING: "email",
      CONTACT_EMAIL_INVALID: "email",
      CONTACT_GSM_INVALID: "gsm",
      CONTACT_EXTERNAL_ID_INVALID: "externalId",
      CONSENT_NOTE_MISSING: "consentNote",
      ...(features.length === 1 && { PROPERTY_VALUE_INVALID: fieldOf(features[0] ?? 0) }),
    },
  };
}
