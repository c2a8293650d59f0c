import { clientOf, type Api } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { newGroup, newProperty } from "../../../api/contact-messages";
import type { Group, Property } from "../../../api/messages";
import type { EditorStore } from "../store";

/** Adds a group to a uid; it can be chosen at once. */
export async function makeGroup(api: Api, store: EditorStore, uid: string, name: string): Promise<Group> {
  const { id } = await clientOf(api, ContactsService).createGroup({ uid, name });
  const group = newGroup({ id, uid, name });
  store.setState(({ made }) => ({ made: { ...made, groups: [...made.groups, group] } }));
  return group;
}

/** Adds a property of numbers to a uid; it can be chosen at once. */
export async function makeProperty(api: Api, store: EditorStore, uid: string, name: string): Promise<Property> {
  const { id } = await clientOf(api, ContactsService).addProperty({ uid, name, type: "Number", trait: true });
  const property = newProperty({ id, uid, name, type: "Number" });
  store.setState(({ made }) => ({ made: { ...made, properties: [...made.properties, property] } }));
  return property;
}
