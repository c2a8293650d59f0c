import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useLoaderData, useNavigate } from "react-router";
import { clientOf } from "../../../api/api";
import { MailProviderService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { paths } from "../../../lib/paths";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { LiveEvents } from "../LiveEvents";
import type { MailData } from "../loader";
import { mailEventMessages, mailMessages as messages } from "../mail-messages";
import { activityMessages, connectionMessages, connectionsRouteMessages } from "../messages";
import { RemoveDialog } from "../RemoveDialog";
import { useMe } from "../../session";
import { Figures } from "./Figures";
import { isSilent, providerNames } from "./providers";
import { ProviderState } from "./ProviderState";
import { SetUp } from "./SetUp";

export { mailLoader as loader } from "../loader";
export { MailPage as Component };

/** One mail provider: its set-up, and whether its events arrive. */
function MailPage(): ReactNode {
  const { provider, uids } = useLoaderData<MailData>();
  // Resets the form's input when the provider changes.
  return <Provider key={provider.provider} data={{ provider, uids }} />;
}

function Provider({ data: { provider, uids } }: { readonly data: MailData }): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { ownPerson } = useMe();
  const [asking, setAsking] = useState(false);
  const name = providerNames[provider.provider] ?? provider.provider;
  const there = provider.state !== "NONE";
  const silent = isSilent(provider);
  const remove = async (): Promise<void> => {
    await clientOf(api, MailProviderService).deleteMailProvider({ provider: provider.provider });
    showSnackbar({ message: messages.removed, values: { name } });
    void navigate(paths.connections);
  };
  return (
    <>
      <PageHeader
        trail={{ to: paths.connections, name: connectionsRouteMessages.title }}
        title={name}
        mark={<ProviderState provider={provider} />}
        description={messages.lead}
        actions={there && ownPerson && <Button label={connectionMessages.remove} onClick={() => setAsking(true)} />}
      />
      <div className="stack">
        {provider.refusedSignatureCount > 0 && <Notice type="error" role="status" title={messages.signatureHint} />}
        {silent && (
          <Notice
            type="info"
            role="status"
            title={activityMessages.waiting}
            description={provider.hasKey ? messages.firstKept : messages.first}
          />
        )}
        <SetUp provider={provider} uids={uids} />
        {there && (
          <>
            {!silent && (
              <Card title={messages.lastDay} description={messages.lastDayText}>
                <Figures provider={provider} />
              </Card>
            )}
            <LiveEvents
              open={(signal, onHeader) =>
                clientOf(api, MailProviderService).streamRecentMailEvents(
                  { provider: provider.provider },
                  { signal, onHeader },
                )
              }
              words={({ type, messageId }) => {
                const known = mailEventMessages[type];
                return { type: known ? formatMessage(known) : type, about: messageId };
              }}
            />
          </>
        )}
      </div>
      {asking && (
        <RemoveDialog
          title={messages.removeAsk}
          text={messages.removeText}
          name={name}
          onClose={() => setAsking(false)}
          onRemove={remove}
        />
      )}
    </>
  );
}
