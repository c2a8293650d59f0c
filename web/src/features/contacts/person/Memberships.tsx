import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../../api/api-context";
import type { Contact } from "../../../api/messages";
import { faultMessage } from "../../../i18n/fault-message";
import { formatDay } from "../../../lib/dates";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import type { ContactChanges } from "../change/changes";
import shared from "../Contacts.module.css";
import styles from "./Person.module.css";
import { editMessages } from "../change/messages";
import { GroupChips } from "../change/GroupChoice";
import { loadChoices, type Choices } from "../change/loader";
import { GroupsDialog } from "../change/GroupsDialog";
import { FeaturesDialog } from "../change/FeaturesDialog";
import { personMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

type Kind = "groups" | "features";

interface MembershipsProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
}

/** The groups and features of a contact, with buttons to add others. */
export function Memberships({ contact, changes }: MembershipsProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [asking, setAsking] = useState<Kind>();
  const [changing, setChanging] = useState<{ readonly kind: Kind; readonly choices: Choices }>();
  const { groups, properties } = contact;
  /** Loads the choices when the dialog is opened. */
  const open = async (kind: Kind): Promise<void> => {
    setAsking(kind);
    const { value: choices, fault } = await loadChoices(api);
    setAsking(undefined);
    if (fault) showSnackbar({ message: faultMessage(fault) }, { type: "error", timeout: 8000 });
    else setChanging({ kind, choices });
  };
  return (
    <div className={shared["pair"]}>
      <Card
        title={wordMessages.groups}
        extra={
          <Button
            label={editMessages.toGroups}
            size="small"
            loading={asking === "groups"}
            onClick={() => void open("groups")}
          />
        }
      >
        {groups.length === 0 ? (
          <FormattedMessage {...messages.noGroups} />
        ) : (
          <GroupChips
            groups={groups}
            removeName={(name) => formatMessage(editMessages.leaveGroup, { name })}
            onRemove={(id, name) =>
              void changes.try(
                { removeGroupIds: [id] },
                { message: editMessages.leftGroup, values: { name } },
                { addGroupIds: [id] },
              )
            }
          />
        )}
      </Card>
      <Card
        title={wordMessages.features}
        extra={
          <Button
            label={editMessages.changeFeatures}
            size="small"
            loading={asking === "features"}
            onClick={() => void open("features")}
          />
        }
      >
        {properties.length === 0 ? (
          <FormattedMessage {...messages.noFeatures} />
        ) : (
          <dl className={styles["features"]}>
            {properties.map(({ id, name, value, generatedDate }) => (
              <div key={id}>
                <dt className="muted">{name}</dt>
                <dd>
                  {value}
                  {generatedDate !== "" && (
                    <span className="muted">
                      {" "}
                      <FormattedMessage {...messages.featureFrom} values={{ date: formatDay(generatedDate) }} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
      {changing?.kind === "groups" && (
        <GroupsDialog
          contact={contact}
          changes={changes}
          choices={changing.choices}
          onClose={() => setChanging(undefined)}
        />
      )}
      {changing?.kind === "features" && (
        <FeaturesDialog
          contact={contact}
          changes={changes}
          choices={changing.choices}
          onClose={() => setChanging(undefined)}
        />
      )}
    </div>
  );
}
