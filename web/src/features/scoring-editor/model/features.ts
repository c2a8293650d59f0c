import type { Property } from "../../../api/messages";
import type { Channel } from "../../../lib/channel";
import type { Draft, PropertyRef } from "./draft";

/** A property that may receive the scores of a channel, unless it is taken. */
export interface Choice {
  readonly property: Property;
  /** The scoring (by its name), or the channel of this one, that already fills it. */
  readonly taken: { readonly scoring: string } | { readonly channel: Channel } | undefined;
}

/** Number properties of a uid, including those filled by another channel or scoring. */
export function choicesOf(
  properties: readonly Property[],
  draft: Draft,
  channel: Channel,
  uid: string,
): readonly Choice[] {
  return properties
    .filter((property) => property.uid === uid && property.type === "Number")
    .map((property) => ({ property, taken: takenBy(property, draft, channel) }));
}

function takenBy(property: Property, draft: Draft, channel: Channel): Choice["taken"] {
  const other = property.usedBy.find(({ scoringId }) => scoringId !== draft.id);
  if (other) return { scoring: other.name };
  const twin = draft.channels.find(
    (one) =>
      one !== channel &&
      draft[one].properties.some(({ uid, propertyId }) => uid === property.uid && propertyId === property.id),
  );
  return twin && { channel: twin };
}

/** The property that receives a channel's scores in a uid. */
export function chosenIn(draft: Draft, channel: Channel, uid: string): PropertyRef | undefined {
  return draft[channel].properties.find((one) => one.uid === uid);
}

/** Chooses the property of a uid, at most one; undefined for none. */
export function chooseProperty(
  draft: Draft,
  channel: Channel,
  uid: string,
  propertyId: number | undefined,
): Partial<Draft> {
  const others = draft[channel].properties.filter((one) => one.uid !== uid);
  const properties = propertyId === undefined ? others : [...others, { uid, propertyId }];
  return { [channel]: { ...draft[channel], properties } };
}
