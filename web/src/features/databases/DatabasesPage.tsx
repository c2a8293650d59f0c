import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { Database } from "../../api/messages";
import { formatMoment } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CopyButton } from "../../ui/CopyButton";
import { Icon } from "../../ui/Icon";
import { NoValue } from "../../ui/NoValue";
import { PageHeader } from "../../ui/PageHeader";
import { Table } from "../../ui/Table";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Databases.module.css";
import { databasesMessages as messages } from "./messages";
import { NewDatabase } from "./NewDatabase";
import { wordMessages } from "../../i18n/word-messages";

export { databasesLoader as loader } from "./loader";
export { DatabasesPage as Component };

/** As the server allows by default. */
const MOST = 100;

/** The databases of the account with the uids that files and calls name them by. */
function DatabasesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const databases = useLoaderData<readonly Database[]>();
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title={formatMessage(wordMessages.databases)}
        description={<FormattedMessage {...messages.lead} />}
        actions={
          databases.length < MOST ? (
            <Button type="primary" icon={<Icon of={PlusOutlined} />} onClick={() => setMaking(true)}>
              <FormattedMessage {...messages.open} />
            </Button>
          ) : (
            <p>
              <FormattedMessage {...messages.full} values={{ count: databases.length }} />
            </p>
          )
        }
      />
      <Card flush>
        <Table
          caption={wordMessages.databases}
          rows={databases}
          rowKey={({ uid }) => uid}
          columns={[
            { head: messages.uid, cell: (database) => <Uid of={database} /> },
            { head: wordMessages.contacts, number: true, cell: ({ contactCount }) => contactCount },
            { head: wordMessages.groups, number: true, cell: ({ groupCount }) => groupCount },
            {
              head: messages.imported,
              cell: ({ importedAt }) => (importedAt ? formatMoment(timestampDate(importedAt), timeZone) : <NoValue />),
            },
            {
              head: wordMessages.actions,
              kind: "spoken",
              cell: ({ uid }) => (
                <Link to={paths.uploadOf("contacts", { uid })} aria-label={formatMessage(messages.upload, { uid })}>
                  <FormattedMessage {...wordMessages.uploadFile} />
                </Link>
              ),
            },
          ]}
        />
      </Card>
      {making && <NewDatabase taken={databases.map(({ uid }) => uid)} onClose={() => setMaking(false)} />}
    </>
  );
}

function Uid({ of: { uid, own } }: { readonly of: Database }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <span className={styles["uid"]}>
      <span className="number">{uid}</span>
      <CopyButton text={uid} aria-label={formatMessage(messages.copy, { uid })} />
      {own && (
        <Tag color="success">
          <FormattedMessage {...messages.own} />
        </Tag>
      )}
    </span>
  );
}
