import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { AccountUser } from "../../../api/messages";
import { momentInWords } from "../../../i18n/format";
import { formatMomentDay } from "../../../lib/dates";
import { Card } from "../../../ui/Card";
import { PagePart } from "../../../ui/PagePart";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import type { SettingsData } from "../loader";
import styles from "./AccessCard.module.css";
import { userMessages as messages } from "./messages";

interface UsersCardProps {
  readonly users: SettingsData["users"];
  /** Another system opens the account for its own users. */
  readonly connected: boolean;
}

/** The users with access to the account, and where their access is managed. */
export function UsersCard({ users, connected }: UsersCardProps): ReactNode {
  return (
    <Card id="users" title={messages.title} description={messages.lead}>
      <PagePart of={users}>
        {(list) => (
          <ul className={styles["list"]}>
            {list.map((user) => (
              <User key={user.email} user={user} />
            ))}
          </ul>
        )}
      </PagePart>
      {connected && (
        <p className={styles["note"]}>
          <FormattedMessage {...messages.connected} />
        </p>
      )}
      <p className={styles["note"]}>
        <FormattedMessage {...messages.operator} />
      </p>
    </Card>
  );
}

function User({ user: { email, homeAccountId, signedInAt, since } }: { readonly user: AccountUser }): ReactNode {
  const intl = useIntl();
  const me = useMe();
  return (
    <li>
      <div>
        <strong>{email}</strong> {email === me.email && <Tag label={messages.you} />}
        <p className={styles["facts"]}>
          {since ? (
            <FormattedMessage
              {...messages.guest}
              values={{ account: String(homeAccountId), date: formatMomentDay(timestampDate(since), me.timeZone) }}
            />
          ) : signedInAt ? (
            <FormattedMessage
              {...messages.signedIn}
              values={{ when: momentInWords(intl, timestampDate(signedInAt), me.timeZone) }}
            />
          ) : (
            <FormattedMessage {...messages.notLately} />
          )}
        </p>
      </div>
    </li>
  );
}
