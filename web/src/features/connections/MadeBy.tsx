import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { connectionMessages as messages } from "./messages";

/** The user who made a connection; "" if unknown. */
export function MadeBy({ who }: { readonly who: string }): ReactNode {
  return (
    <p className="quiet">
      <FormattedMessage {...(who === "" ? messages.madeByUnknown : messages.madeBy)} values={{ who }} />
    </p>
  );
}

/** Shown in place of actions that only the account's own users may take. */
export function OwnPeopleOnly(): ReactNode {
  return (
    <p className="quiet">
      <FormattedMessage {...messages.ownPeople} />
    </p>
  );
}
