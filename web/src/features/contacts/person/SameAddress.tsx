import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { Contact } from "../../../api/messages";
import { paths } from "../../../lib/paths";
import { Notice } from "../../../ui/Notice";
import { personMessages as messages } from "./messages";

/** Lists other contacts with this one's address in another spelling. */
export function SameAddress({ contact: { uid, sameAddresses } }: { readonly contact: Contact }): ReactNode {
  return sameAddresses.map(({ number, kind }) => (
    <Notice
      key={`${kind} ${number}`}
      type="warning"
      role="note"
      title={kind === "email" ? messages.sameEmail : messages.sameId}
      description={kind === "email" ? messages.sameEmailText : messages.sameIdText}
      action={
        <Link to={paths.contact(uid, number)}>
          <FormattedMessage {...messages.sameOther} />
        </Link>
      }
    />
  ));
}
