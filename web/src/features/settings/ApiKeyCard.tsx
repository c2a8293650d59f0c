import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import type { GetApiKeyResponse } from "../../api/messages";
import { formatMoment } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { showSnackbar } from "../../stores/app-store";
import { Card } from "../../ui/Card";
import { CopyField } from "../../ui/CopyButton";
import { Described } from "../../ui/DescriptionList";
import { FaultAlert } from "../../ui/FaultAlert";
import { useSubmission } from "../../ui/use-submission";
import { useMe } from "../session";
import { settingsMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Confirm";

/** The API key of another system. The key itself is shown once, right after it was created. */
export function ApiKeyCard({ apiKey }: { readonly apiKey: GetApiKeyResponse | undefined }): ReactNode {
  const api = useApi();
  const { ownPerson } = useMe();
  const { revalidate } = useRevalidator();
  const [fresh, setFresh] = useState<string>();
  const { busy, fault, submit, forget } = useSubmission<"renew" | "revoke">(
    async (act) => {
      if (act === "renew") setFresh((await clientOf(api, AccountService).createApiKey({})).key);
      else {
        await clientOf(api, AccountService).revokeApiKey({});
        showSnackbar({ message: messages.keyRevoked });
      }
      await revalidate();
    },
    ({ reason }) => {
      if (reason === "ACCOUNT_API_KEY_NOT_FOUND") void revalidate();
    },
  );
  const [asking, setAsking] = useState<"renew" | "revoke">();
  // The key was replaced or revoked, here or elsewhere.
  const prefix = apiKey?.prefix ?? "";
  const [prefixBefore, setPrefixBefore] = useState(prefix);
  if (prefix !== prefixBefore) {
    setPrefixBefore(prefix);
    if (prefix === "" || !fresh?.startsWith(prefix)) setFresh(undefined);
    forget();
  }
  return (
    <Card
      id="api-key"
      title={messages.apiKey}
      description={messages.apiKeyLead}
      extra={
        <a href={paths.openAPI} target="_blank" rel="noreferrer">
          <FormattedMessage {...messages.openAPI} />
        </a>
      }
    >
      <div className={styles["stack"]}>
        {fault && <FaultAlert fault={fault} />}
        {fresh !== undefined && <FreshKey value={fresh} />}
        {apiKey ? (
          <KeyFacts apiKey={apiKey} />
        ) : (
          <p>
            <FormattedMessage {...messages.noKey} />
          </p>
        )}
        {!ownPerson ? (
          <p>
            <FormattedMessage {...messages.keyOwnPeople} />
          </p>
        ) : apiKey ? (
          <div className={styles["save"]}>
            <Button label={messages.renew} loading={busy && asking === "renew"} onClick={() => setAsking("renew")} />
            <Button
              label={messages.revoke}
              danger
              loading={busy && asking === "revoke"}
              onClick={() => setAsking("revoke")}
            />
          </div>
        ) : (
          <Button label={messages.createKey} type="primary" loading={busy} onClick={() => void submit("renew")} />
        )}
      </div>
      {apiKey && asking && (
        <ConfirmKey
          question={asking}
          prefix={apiKey.prefix}
          onCancel={() => setAsking(undefined)}
          onConfirm={async () => {
            await submit(asking);
            setAsking(undefined);
          }}
        />
      )}
    </Card>
  );
}

const QUESTIONS = {
  renew: { title: messages.renewAsk, text: messages.renewText, action: messages.renew },
  revoke: { title: messages.revokeAsk, text: messages.revokeText, action: messages.revoke },
} as const;

interface ConfirmProps {
  readonly question: keyof typeof QUESTIONS;
  readonly prefix: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => Promise<void>;
}

/** Asks before a key is disabled, and names it. */
function ConfirmKey({ question, prefix, onCancel, onConfirm }: ConfirmProps): ReactNode {
  const { formatMessage } = useIntl();
  const { title, text, action } = QUESTIONS[question];
  return (
    <Confirm title={formatMessage(title, { prefix })} confirm={action} danger onConfirm={onConfirm} onClose={onCancel}>
      <p>{formatMessage(text)}</p>
    </Confirm>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: GetApiKeyResponse }): ReactNode {
  const { timeZone } = useMe();
  const { createdAt, hasUi, lastUsedAt, madeBy, prefix, uiSetAt } = apiKey;
  return (
    <dl className={styles["facts"]}>
      <Described by={messages.keyPrefix}>
        <code>{prefix}…</code>
      </Described>
      <Described by={messages.keyCreated}>{createdAt && formatMoment(timestampDate(createdAt), timeZone)}</Described>
      <Described by={messages.keyMaker}>{madeBy}</Described>
      <Described by={messages.keyUsed}>
        {lastUsedAt ? formatMoment(timestampDate(lastUsedAt), timeZone) : <FormattedMessage {...messages.keyNever} />}
      </Described>
      {hasUi && (
        <Described by={messages.keyMenus}>
          {uiSetAt ? (
            <FormattedMessage
              {...messages.keyMenusSet}
              values={{ when: formatMoment(timestampDate(uiSetAt), timeZone) }}
            />
          ) : (
            <FormattedMessage {...messages.keyMenusThere} />
          )}
        </Described>
      )}
    </dl>
  );
}

function FreshKey({ value }: { readonly value: string }): ReactNode {
  return (
    <Notice
      className={styles["wide"] ?? ""}
      type="success"
      role="status"
      title={messages.keyOnce}
      description={<CopyField label={messages.apiKey} value={value} action={messages.copy} />}
    />
  );
}
