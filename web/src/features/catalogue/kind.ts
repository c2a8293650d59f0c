import { clientOf, type Api } from "../../api/api";
import { ContactsService } from "../../api/services";
import type { Message } from "../../i18n/define-messages";
import { CHARACTERISTIC_NAME } from "../../lib/feature-names";
import { featureMessages, groupMessages, type ListMessages } from "./messages";

/** The kind of items in a list, and their actions. */
export interface Kind {
  readonly name: "groups" | "features";
  readonly words: ListMessages;
  /** Longest name, in characters. */
  readonly nameMax: number;
  /** Checks a name before the request; returns the error. */
  readonly check: (name: string) => Message | undefined;
  readonly rename: (api: Api, id: number, name: string) => Promise<unknown>;
  readonly remove: (api: Api, id: number) => Promise<unknown>;
}

/** The contract's limit for names of groups and features. */
const NAME_MAX = 100;

export const GROUPS: Kind = {
  name: "groups",
  words: groupMessages,
  nameMax: NAME_MAX,
  check: (name) => (name === "" ? groupMessages.nameMissing : undefined),
  rename: (api, id, name) => clientOf(api, ContactsService).renameGroup({ id, name }),
  remove: (api, id) => clientOf(api, ContactsService).deleteGroup({ id }),
};

export const FEATURES: Kind = {
  name: "features",
  words: featureMessages,
  nameMax: NAME_MAX,
  check: (name) => {
    if (name === "") return featureMessages.nameMissing;
    return CHARACTERISTIC_NAME.test(name) ? undefined : featureMessages.nameSigns;
  },
  rename: (api, id, name) => clientOf(api, ContactsService).renameProperty({ id, name }),
  remove: (api, id) => clientOf(api, ContactsService).deleteProperty({ id }),
};
