import { create } from "@bufbuild/protobuf";
import { GroupSchema, PropertySchema, type Group, type Property } from "../gen/puls/contacts/v1/contacts_service_pb";

/** A new group, without members. */
export function newGroup(group: Pick<Group, "id" | "uid" | "name">): Group {
  return create(GroupSchema, group);
}

/** A new property, without uses. */
export function newProperty(property: Pick<Property, "id" | "uid" | "name" | "type">): Property {
  return create(PropertySchema, property);
}
