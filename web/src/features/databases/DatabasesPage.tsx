import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { useApi } from "../../api/api-context";
import type { Database } from "../../api/messages";
import { ContactsService } from "../../api/services";
import { formatMoment } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { nameOfDatabase } from "../../stores/database-store";
import { keepSearch } from "../../stores/search-store";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CopyButton } from "../../ui/CopyButton";
import { Icon } from "../../ui/Icon";
import { NoValue } from "../../ui/NoValue";
import { PageHeader } from "../../ui/PageHeader";
import { PageLink } from "../../ui/PageLink";
import { RenameField } from "../../ui/RenameField";
import { Table } from "../../ui/Table";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Databases.module.css";
import { databasesMessages as messages } from "./messages";
import { NAME_MAX } from "./name-max";
import { NewDatabase } from "./NewDatabase";
import { wordMessages } from "../../i18n/word-messages";

export { databasesLoader as loader } from "./loader";
export { DatabasesPage as Component };

/** The server's default limit. */
const MOST = 100;

/** The databases of the account with their uids, which files and calls use. */
function DatabasesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const databases = useLoaderData<readonly Database[]>();
  const [making, setMaking] = useState(false);
  const [renaming, setRenaming] = useState<string>();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const rename = async (uid: string, name: string): Promise<void> => {
    await clientOf(api, ContactsService).renameDatabase({ uid, name });
    await revalidate();
  };
  return (
    <>
      <PageHeader
        title={wordMessages.databases}
        description={messages.lead}
        actions={
          databases.length < MOST ? (
            <Button
              label={messages.open}
              type="primary"
              icon={<Icon of={PlusOutlined} />}
              onClick={() => setMaking(true)}
            />
          ) : (
            <p>
              <FormattedMessage {...messages.full} values={{ count: databases.length }} />
            </p>
          )
        }
      />
      <Card flush>
        <Table
          className={styles["table"]}
          caption={wordMessages.databases}
          rows={databases}
          rowKey={({ uid }) => uid}
          columns={[
            {
              head: wordMessages.name,
              cell: (database) =>
                database.uid === renaming ? (
                  <RenameField
                    label={formatMessage(wordMessages.name)}
                    name={database.name}
                    maxLength={NAME_MAX}
                    check={() => undefined}
                    onName={(name) => rename(database.uid, name)}
                    onClose={() => setRenaming(undefined)}
                  />
                ) : (
                  <Name of={database} />
                ),
            },
            { head: messages.uid, cell: ({ uid }) => <Uid uid={uid} /> },
            {
              head: wordMessages.contacts,
              number: true,
              cell: ({ uid, contactCount }) => <Count of={contactCount} to={paths.contactsIn(uid)} />,
            },
            {
              head: wordMessages.groups,
              number: true,
              cell: ({ uid, groupCount }) => <Count of={groupCount} to={paths.groupsIn(uid)} />,
            },
            {
              head: messages.imported,
              cell: ({ importedAt }) => (importedAt ? formatMoment(timestampDate(importedAt), timeZone) : <NoValue />),
            },
            {
              head: wordMessages.actions,
              kind: "spoken",
              className: styles["act"],
              cell: (database) => (
                <span className={styles["actions"]}>
                  <PageLink
                    label={wordMessages.uploadFile}
                    to={paths.uploadOf("contacts", { uid: database.uid })}
                    aria-label={formatMessage(messages.upload, { uid: nameOfDatabase(database) })}
                  />
                  <Button
                    label={wordMessages.rename}
                    type="link"
                    size="small"
                    aria-label={formatMessage(messages.rename, { uid: nameOfDatabase(database) })}
                    onClick={() => setRenaming(database.uid)}
                  />
                </span>
              ),
            },
          ]}
        />
      </Card>
      {making && <NewDatabase taken={databases.map(({ uid }) => uid)} onClose={() => setMaking(false)} />}
    </>
  );
}

function Name({ of: { name, uid, own } }: { readonly of: Database }): ReactNode {
  return (
    <span className={styles["uid"]}>
      {name || <FormattedMessage {...wordMessages.databaseOf} values={{ uid }} />}
      {own && <Tag label={messages.own} color="success" />}
    </span>
  );
}

/** A number as a link to the counted items, without an earlier search. */
function Count({ of: count, to }: { readonly of: number; readonly to: string }): ReactNode {
  const words = <FormattedNumber value={count} />;
  return count > 0 ? (
    <Link to={to} onClick={() => keepSearch("contacts", "")}>
      {words}
    </Link>
  ) : (
    words
  );
}

function Uid({ uid }: { readonly uid: string }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <span className={styles["uid"]}>
      <span className="number">{uid}</span>
      <CopyButton text={uid} aria-label={formatMessage(messages.copy, { uid })} />
    </span>
  );
}
