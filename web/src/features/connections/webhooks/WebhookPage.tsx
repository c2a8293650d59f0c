import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData, useNavigate, useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { useApi } from "../../../api/api-context";
import { WebhookService } from "../../../api/services";
import { wordMessages } from "../../../i18n/word-messages";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Confirm } from "../../../ui/Confirm";
import { Described, DescriptionList } from "../../../ui/DescriptionList";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { useReloaded } from "../../../ui/use-poll";
import { useMe } from "../../session";
import styles from "../Connections.module.css";
import { HeaderActs } from "../HeaderActs";
import { loadWebhook, type WebhookData } from "../loader";
import { MadeBy, OwnPeopleOnly } from "../MadeBy";
import { connectionMessages } from "../messages";
import { RemoveDialog } from "../RemoveDialog";
import { useActing } from "../use-acting";
import { webhookAdviceMessages, webhookEventMessages, webhookMessages as messages } from "../webhook-messages";
import { Deliveries } from "./Deliveries";
import { NewSecret } from "./NewSecret";
import { WebhookForm } from "./WebhookForm";
import { WebhookState } from "./WebhookState";

export { webhookLoader as loader } from "../loader";
export { WebhookPage as Component };

/** A waiting delivery may be sent at any moment. */
const POLL_MS = 3000;

/** One webhook: its state, its events, and its deliveries. */
function WebhookPage(): ReactNode {
  const loaded = useLoaderData<WebhookData>();
  // Resets a secret that is shown once when the webhook changes.
  return <Shown key={loaded.webhook.id} loaded={loaded} />;
}

function Shown({ loaded }: { readonly loaded: WebhookData }): ReactNode {
  const api = useApi();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { ownPerson } = useMe();
  const { id } = loaded.webhook;
  const { webhook, deliveries } = useReloaded(
    loaded,
    async (signal) => (await loadWebhook(api, id, signal)) ?? loaded,
    (data) => data.webhook.waitingCount > 0,
    POLL_MS,
  );
  const [open, setOpen] = useState<"edit" | "rotate" | "remove">();
  const [secret, setSecret] = useState("");
  const client = clientOf(api, WebhookService);
  const acting = useActing();
  const { url, description, events, state } = webhook;
  const name = new URL(url).host;
  const stopped = state !== "ACTIVE" && state !== "FAILING";
  const advice = webhookAdviceMessages[state];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        trail={{ to: paths.webhooks, name: connectionMessages.webhooks }}
        title={name}
        mark={<WebhookState webhook={webhook} />}
        description={description}
        actions={
          ownPerson && (
            <HeaderActs
              paused={stopped}
              acting={acting}
              pause={{ act: () => client.pauseWebhook({ id }), notice: messages.paused }}
              resume={{ act: () => client.resumeWebhook({ id }), notice: messages.resumed }}
              onRemove={() => setOpen("remove")}
            >
              <Button
                label={messages.test}
                onClick={() => void acting.submit({ act: () => client.testWebhook({ id }), notice: messages.tested })}
              />
            </HeaderActs>
          )
        }
      />
      <div className="stack">
        {acting.fault && <FaultAlert fault={acting.fault} />}
        {advice && (
          <Notice
            type={state === "PAUSED" ? "info" : state === "FAILING" ? "warning" : "error"}
            role="status"
            title={advice}
          />
        )}
        {secret !== "" && <NewSecret secret={secret} />}
        <Card
          title={messages.settings}
          extra={
            ownPerson && (
              <span className={styles["line"]}>
                <Button label={wordMessages.change} size="small" onClick={() => setOpen("edit")} />
                <Button label={messages.rotate} size="small" onClick={() => setOpen("rotate")} />
              </span>
            )
          }
        >
          <div className="stack">
            <DescriptionList>
              <Described by={messages.url}>
                <span className={styles["about"]}>{url}</span>
              </Described>
              <Described by={messages.subscribed}>
                {events.map((event) => {
                  const message = webhookEventMessages[event];
                  return <p key={event}>{message ? <FormattedMessage {...message} /> : event}</p>;
                })}
              </Described>
            </DescriptionList>
            <MadeBy who={webhook.madeBy} />
            <FormerSecret webhook={webhook} />
            {!ownPerson && <OwnPeopleOnly />}
          </div>
        </Card>
        <Deliveries
          deliveries={deliveries}
          onSend={
            ownPerson && !stopped
              ? (deliveryId) =>
                  acting.submit({ act: () => client.sendWebhookDelivery({ id, deliveryId }), notice: messages.sent })
              : undefined
          }
        />
      </div>
      {open === "edit" && (
        <WebhookForm
          before={{ url, description, events }}
          onClose={close}
          onSend={async (entered) => {
            await client.updateWebhook({ id, ...entered, events: [...entered.events] });
            showSnackbar({ message: messages.saved });
            close();
            await revalidate();
          }}
        />
      )}
      {open === "rotate" && (
        <Confirm
          title={messages.rotateAsk}
          confirm={messages.rotate}
          onClose={close}
          onConfirm={async () => {
            setSecret((await client.rotateWebhookSecret({ id })).secret);
            close();
            await revalidate();
          }}
        >
          <p>
            <FormattedMessage {...messages.rotateText} />
          </p>
        </Confirm>
      )}
      {open === "remove" && (
        <RemoveDialog
          title={messages.remove}
          text={messages.removeText}
          name={name}
          onClose={close}
          onRemove={async () => {
            await client.deleteWebhook({ id });
            showSnackbar({ message: messages.removed, values: { name } });
            void navigate(paths.webhooks);
          }}
        />
      )}
    </>
  );
}

function FormerSecret({ webhook: { formerUntil } }: Pick<WebhookData, "webhook">): ReactNode {
  const { timeZone } = useMe();
  const until = formerUntil && timestampDate(formerUntil);
  if (!until || until < new Date()) return null;
  return (
    <p className="quiet">
      <FormattedMessage {...messages.formerUntil} values={{ when: formatMoment(until, timeZone) }} />
    </p>
  );
}
