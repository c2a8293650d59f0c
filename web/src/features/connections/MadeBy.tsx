import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import styles from "./Connections.module.css";
import { connectionMessages as messages } from "./messages";

/** Who set something up; "" where nobody knows. */
export function MadeBy({ who }: { readonly who: string }): ReactNode {
  return (
    <p className={styles["quiet"]}>
      <FormattedMessage {...(who === "" ? messages.madeByUnknown : messages.madeBy)} values={{ who }} />
    </p>
  );
}

/** In place of what only the account's own people may do. */
export function OwnPeopleOnly(): ReactNode {
  return (
    <p className={styles["quiet"]}>
      <FormattedMessage {...messages.ownPeople} />
    </p>
  );
}
