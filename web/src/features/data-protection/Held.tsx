import { useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useApi } from "../../api/api-context";
import type { ErasePersonResponse, HeldContact } from "../../api/messages";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { ListTable } from "../../ui/ListTable";
import { NoValue } from "../../ui/NoValue";
import styles from "./DataProtection.module.css";
import { handOut } from "./downloads";
import { EraseDialog } from "./EraseDialog";
import { personMessages as messages } from "./messages";

interface HeldProps {
  readonly address: string;
  readonly items: readonly HeldContact[];
  readonly onErased: (receipt: ErasePersonResponse) => void;
}

/** The contacts of an address by database, and what can be done with all of them. */
export function Held({ address, items, onErased }: HeldProps): ReactNode {
  const api = useApi();
  const [handing, setHanding] = useState(false);
  const [asking, setAsking] = useState(false);
  const give = async (): Promise<void> => {
    setHanding(true);
    await handOut(api, address);
    setHanding(false);
  };
  return (
    <div className={styles["parts"]}>
      <Card flush>
        <HeldTable items={items} />
      </Card>
      <Card
        title={<FormattedMessage {...messages.handOut} />}
        description={<FormattedMessage {...messages.handOutText} />}
      >
        <Button type="primary" loading={handing} icon={<Icon of={DownloadOutlined} />} onClick={() => void give()}>
          <FormattedMessage {...messages.handOutSubmit} />
        </Button>
      </Card>
      <Card title={<FormattedMessage {...messages.erase} />} description={<FormattedMessage {...messages.eraseLead} />}>
        <Button danger onClick={() => setAsking(true)}>
          <FormattedMessage {...messages.eraseAsk} />
        </Button>
      </Card>
      {asking && <EraseDialog address={address} items={items} onClose={() => setAsking(false)} onErased={onErased} />}
    </div>
  );
}

function HeldTable({ items }: { readonly items: readonly HeldContact[] }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <ListTable
      caption={<FormattedMessage {...messages.contacts} />}
      head={
        <>
          <th scope="col">
            <FormattedMessage {...messages.contact} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.phone} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.externalId} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...messages.groups} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...messages.features} />
          </th>
          <th scope="col" data-number>
            <FormattedMessage {...messages.visitors} />
          </th>
        </>
      }
    >
      {items.map(({ uid, number, email, gsm, externalId, groupCount, propertyCount, visitorCount }) => (
        <tr key={`${uid}/${number}`}>
          <th scope="row">
            <Link to={paths.contact(uid, number)}>{email || gsm || externalId}</Link>
            <span className={styles["under"]}>
              <FormattedMessage {...messages.database} values={{ uid }} />
            </span>
          </th>
          <td className="number" data-label={formatMessage(messages.phone)} data-empty={gsm === ""}>
            {gsm || <NoValue />}
          </td>
          <td data-label={formatMessage(messages.externalId)} data-empty={externalId === ""}>
            {externalId || <NoValue />}
          </td>
          <td data-number data-label={formatMessage(messages.groups)}>
            <FormattedNumber value={groupCount} />
          </td>
          <td data-number data-label={formatMessage(messages.features)}>
            <FormattedNumber value={propertyCount} />
          </td>
          <td data-number data-label={formatMessage(messages.visitors)}>
            <FormattedNumber value={visitorCount} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
