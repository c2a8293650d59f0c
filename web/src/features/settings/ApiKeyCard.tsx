import { CopyOutlined } from "@ant-design/icons";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Alert, App, Button, Input } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import type { GetApiKeyResponse } from "../../api/messages";
import type { Message } from "../../i18n/define-messages";
import { commonMessages } from "../../i18n/common-messages";
import { formatMoment } from "../../lib/dates";
import { showSnackbar } from "../../stores/app-store";
import { Card } from "../../ui/Card";
import { FaultAlert } from "../../ui/FaultAlert";
import { useSubmission } from "../../ui/use-submission";
import { useMe } from "../session";
import { settingsMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";

/** The key by which another system reaches the account. The key itself is shown once, right after it was made. */
export function ApiKeyCard({ apiKey }: { readonly apiKey: GetApiKeyResponse | undefined }): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { modal } = App.useApp();
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<string>();
  const creating = useSubmission<undefined>(async () => {
    const { key } = await api.account.createApiKey({});
    setFresh(key);
    await revalidate();
  });
  const revoking = useSubmission<undefined>(async () => {
    await api.account.revokeApiKey({});
    setFresh(undefined);
    showSnackbar({ message: messages.keyRevoked });
    await revalidate();
  });
  const confirm = (title: Message, text: Message, action: Message, then: () => Promise<void>): void => {
    modal.confirm({
      title: formatMessage(title, { prefix: apiKey?.prefix ?? "" }),
      content: formatMessage(text),
      okText: formatMessage(action),
      okButtonProps: { danger: true },
      cancelText: formatMessage(commonMessages.cancel),
      onOk: then,
    });
  };
  const askToRenew = (): void =>
    confirm(messages.renewAsk, messages.renewText, messages.renew, () => creating.submit(undefined));
  const askToRevoke = (): void =>
    confirm(messages.revokeAsk, messages.revokeText, messages.revoke, () => revoking.submit(undefined));
  const fault = creating.fault ?? revoking.fault;
  return (
    <Card title={<FormattedMessage {...messages.apiKey} />} description={<FormattedMessage {...messages.apiKeyLead} />}>
      <div className={styles["stack"]}>
        {fault && <FaultAlert fault={fault} />}
        {fresh !== undefined && <FreshKey value={fresh} />}
        {apiKey ? (
          <>
            <KeyFacts apiKey={apiKey} />
            <div className={styles["save"]}>
              <Button loading={creating.busy} onClick={askToRenew}>
                <FormattedMessage {...messages.renew} />
              </Button>
              <Button danger loading={revoking.busy} onClick={askToRevoke}>
                <FormattedMessage {...messages.revoke} />
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>
              <FormattedMessage {...messages.noKey} />
            </p>
            <Button type="primary" loading={creating.busy} onClick={() => void creating.submit(undefined)}>
              <FormattedMessage {...messages.createKey} />
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: GetApiKeyResponse }): ReactNode {
  const { timeZone } = useMe();
  const { createdAt, lastUsedAt, prefix } = apiKey;
  return (
    <dl className={styles["facts"]}>
      <dt>
        <FormattedMessage {...messages.keyPrefix} />
      </dt>
      <dd>
        <code>{prefix}…</code>
      </dd>
      <dt>
        <FormattedMessage {...messages.keyCreated} />
      </dt>
      <dd>{createdAt && formatMoment(timestampDate(createdAt), timeZone)}</dd>
      <dt>
        <FormattedMessage {...messages.keyUsed} />
      </dt>
      <dd>
        {lastUsedAt ? formatMoment(timestampDate(lastUsedAt), timeZone) : <FormattedMessage {...messages.keyNever} />}
      </dd>
    </dl>
  );
}

function FreshKey({ value }: { readonly value: string }): ReactNode {
  const { formatMessage } = useIntl();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showSnackbar({ message: messages.copied });
    } catch {
      showSnackbar({ message: messages.notCopied }, { type: "error" });
    }
  };
  return (
    <Alert
      className={styles["wide"] ?? ""}
      type="success"
      role="status"
      showIcon
      title={<FormattedMessage {...messages.keyOnce} />}
      description={
        <div className={styles["key"]}>
          <Input
            readOnly
            value={value}
            aria-label={formatMessage(messages.apiKey)}
            onFocus={(event) => event.target.select()}
          />
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            <FormattedMessage {...messages.copy} />
          </Button>
        </div>
      }
    />
  );
}
