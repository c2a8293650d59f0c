import { useIntl } from "react-intl";
import { columnsMessages } from "./columns-messages";
import { fieldMessages } from "./messages";

const PROPERTY = "property:";

/** The name of the feature in a field; undefined for other fields. */
export function featureIn(field: string): string | undefined {
  return field.startsWith(PROPERTY) ? field.slice(PROPERTY.length) : undefined;
}

/** The field of a feature. */
export function featureField(name: string): string {
  return PROPERTY + name;
}

/** The name of a field; an unknown field has its own name. */
export function useFieldName(): (field: string) => string {
  const { formatMessage } = useIntl();
  return (field) => {
    const feature = featureIn(field);
    if (feature !== undefined) return formatMessage(columnsMessages.feature, { name: feature });
    const known = fieldMessages[field];
    return known ? formatMessage(known) : field;
  };
}
