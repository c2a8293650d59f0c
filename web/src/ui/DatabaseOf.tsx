import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { wordMessages } from "../i18n/word-messages";
import { useDatabaseName } from "../stores/database-store";

/** The database of an item, by its name. */
export function DatabaseOf({ uid }: { readonly uid: string }): ReactNode {
  const nameOf = useDatabaseName();
  return <FormattedMessage {...wordMessages.databaseOf} values={{ uid: nameOf(uid) }} />;
}

/** The display name of a database. */
export function DatabaseName({ uid }: { readonly uid: string }): ReactNode {
  return useDatabaseName()(uid);
}
