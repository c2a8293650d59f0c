import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Contact } from "../../../api/messages";
import type { Message } from "../../../i18n/define-messages";
import { formatMoment } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { NoValue } from "../../../ui/NoValue";
import { useMe } from "../../session";
import type { ContactChanges } from "../change/changes";
import styles from "./Person.module.css";
import { AddressDialog } from "../change/AddressDialog";
import { personMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { channelMessages } from "../../../i18n/common-messages";

interface AddressesProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
}

/** The addresses of a contact, with a button to change them. */
export function Addresses({ contact, changes }: AddressesProps): ReactNode {
  const { timeZone } = useMe();
  const [changing, setChanging] = useState(false);
  const { email, gsm, externalId, createdAt } = contact;
  return (
    <Card
      title={messages.about}
      extra={<Button label={wordMessages.change} size="small" onClick={() => setChanging(true)} />}
    >
      <dl className={styles["about"]}>
        <Fact label={channelMessages.mailing}>{email || <NoValue />}</Fact>
        <Fact label={wordMessages.phone}>{gsm || <NoValue />}</Fact>
        <Fact label={wordMessages.externalId}>{externalId || <NoValue />}</Fact>
        <Fact label={messages.created}>
          {createdAt ? formatMoment(timestampDate(createdAt), timeZone) : <NoValue />}
        </Fact>
      </dl>
      {changing && <AddressDialog contact={contact} changes={changes} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function Fact({ label, children }: { readonly label: Message; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="quiet">
        <FormattedMessage {...label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
