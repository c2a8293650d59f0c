import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Contact } from "../../api/messages";
import type { Message } from "../../i18n/define-messages";
import { formatDay, formatMoment } from "../../lib/dates";
import { Card } from "../../ui/Card";
import { NoValue } from "../../ui/NoValue";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Contacts.module.css";
import { personMessages as messages } from "./messages";

/** What is known of a contact: addresses, groups, features. */
export function About({ contact }: { readonly contact: Contact }): ReactNode {
  const { timeZone } = useMe();
  const { email, gsm, externalId, createdAt, groups, properties } = contact;
  return (
    <Card title={<FormattedMessage {...messages.about} />}>
      <dl className={styles["about"]}>
        <Fact label={messages.email}>{email || <NoValue />}</Fact>
        <Fact label={messages.phone}>{gsm || <NoValue />}</Fact>
        <Fact label={messages.externalId}>{externalId || <NoValue />}</Fact>
        <Fact label={messages.created}>
          {createdAt ? formatMoment(timestampDate(createdAt), timeZone) : <NoValue />}
        </Fact>
        <Fact label={messages.groups}>
          {groups.length === 0 ? (
            <FormattedMessage {...messages.noGroups} />
          ) : (
            <ul className={styles["groups"]}>
              {groups.map(({ id, name }) => (
                <li key={id}>
                  <Tag>{name}</Tag>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact label={messages.features}>
          {properties.length === 0 ? (
            <FormattedMessage {...messages.noFeatures} />
          ) : (
            <ul className={styles["features"]}>
              {properties.map(({ id, name, value, generatedDate }) => (
                <li key={id}>
                  <span className={styles["quiet"]}>{name}</span> {value}
                  {generatedDate !== "" && (
                    <span className={styles["quiet"]}>
                      {" "}
                      <FormattedMessage {...messages.featureFrom} values={{ date: formatDay(generatedDate) }} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { readonly label: Message; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>
        <FormattedMessage {...label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
