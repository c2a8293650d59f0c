import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useApi } from "../../api/api-context";
import type { ErasePersonResponse, HeldContact } from "../../api/messages";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DatabaseOf } from "../../ui/DatabaseOf";
import { Icon } from "../../ui/Icon";
import { Table } from "../../ui/Table";
import styles from "./DataProtection.module.css";
import { handOut } from "./downloads";
import { EraseDialog } from "./EraseDialog";
import { personMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface HeldProps {
  readonly address: string;
  readonly items: readonly HeldContact[];
  readonly onErased: (receipt: ErasePersonResponse) => void;
}

/** The contacts of an address by database, with the actions for all of them. */
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
      <Card title={messages.handOut} description={messages.handOutText}>
        <Button
          label={messages.handOutSubmit}
          type="primary"
          loading={handing}
          icon={<Icon of={DownloadOutlined} />}
          onClick={() => void give()}
        />
      </Card>
      <Card title={messages.erase} description={messages.eraseLead}>
        <Button label={messages.eraseAsk} danger onClick={() => setAsking(true)} />
      </Card>
      {asking && <EraseDialog address={address} items={items} onClose={() => setAsking(false)} onErased={onErased} />}
    </div>
  );
}

function HeldTable({ items }: { readonly items: readonly HeldContact[] }): ReactNode {
  return (
    <Table
      caption={messages.contacts}
      rows={items}
      rowKey={({ uid, number }) => `${uid}/${number}`}
      columns={[
        {
          head: messages.contact,
          cell: ({ uid, number, email, gsm, externalId }) => (
            <>
              <Link to={paths.contact(uid, number)}>{email || gsm || externalId}</Link>
              <span className={styles["under"]}>
                <DatabaseOf uid={uid} />
              </span>
            </>
          ),
        },
        { head: wordMessages.phone, className: "number", cell: ({ gsm }) => gsm || undefined },
        { head: wordMessages.externalId, cell: ({ externalId }) => externalId || undefined },
        { head: wordMessages.groups, number: true, cell: ({ groupCount }) => groupCount },
        { head: wordMessages.features, number: true, cell: ({ propertyCount }) => propertyCount },
        { head: messages.visitors, number: true, cell: ({ visitorCount }) => visitorCount },
      ]}
    />
  );
}
