import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import type { Database } from "../../api/messages";
import { formatMoment } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CopyButton } from "../../ui/CopyButton";
import { Icon } from "../../ui/Icon";
import { ListTable } from "../../ui/ListTable";
import { NoValue } from "../../ui/NoValue";
import { PageHeader } from "../../ui/PageHeader";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Databases.module.css";
import { databasesMessages as messages, databasesRouteMessages } from "./messages";
import { NewDatabase } from "./NewDatabase";

export { databasesLoader as loader } from "./loader";
export { DatabasesPage as Component };

/** As the server allows by default. */
const MOST = 100;

/** The databases of the account with the uids that files and calls name them by. */
function DatabasesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const databases = useLoaderData<readonly Database[]>();
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title={formatMessage(databasesRouteMessages.title)}
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
        <ListTable
          caption={<FormattedMessage {...databasesRouteMessages.title} />}
          head={
            <>
              <th scope="col">
                <FormattedMessage {...messages.uid} />
              </th>
              <th scope="col" data-number>
                <FormattedMessage {...messages.contacts} />
              </th>
              <th scope="col" data-number>
                <FormattedMessage {...messages.groups} />
              </th>
              <th scope="col">
                <FormattedMessage {...messages.imported} />
              </th>
              <th scope="col">
                <span className="visually-hidden">
                  <FormattedMessage {...messages.actions} />
                </span>
              </th>
            </>
          }
        >
          {databases.map((database) => (
            <Row key={database.uid} database={database} />
          ))}
        </ListTable>
      </Card>
      {making && <NewDatabase taken={databases.map(({ uid }) => uid)} onClose={() => setMaking(false)} />}
    </>
  );
}

function Row({
  database: { uid, own, contactCount, groupCount, importedAt },
}: {
  readonly database: Database;
}): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  return (
    <tr>
      <th scope="row">
        <span className={styles["uid"]}>
          <span className="number">{uid}</span>
          <CopyButton text={uid} aria-label={formatMessage(messages.copy, { uid })} />
          {own && (
            <Tag color="success">
              <FormattedMessage {...messages.own} />
            </Tag>
          )}
        </span>
      </th>
      <td data-number data-label={formatMessage(messages.contacts)}>
        <FormattedNumber value={contactCount} />
      </td>
      <td data-number data-label={formatMessage(messages.groups)}>
        <FormattedNumber value={groupCount} />
      </td>
      <td data-label={formatMessage(messages.imported)}>
        {importedAt ? formatMoment(timestampDate(importedAt), timeZone) : <NoValue />}
      </td>
      <td className={styles["upload"]}>
        <Link to={paths.uploadOf("contacts", { uid })} aria-label={formatMessage(messages.upload, { uid })}>
          <FormattedMessage {...messages.uploadShort} />
        </Link>
      </td>
    </tr>
  );
}
