import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData, useNavigate, useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { useApi } from "../../../api/api-context";
import { DestinationService } from "../../../api/services";
import { wordMessages } from "../../../i18n/word-messages";
import { paths } from "../../../lib/paths";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { useReloaded } from "../../../ui/use-poll";
import { useMe } from "../../session";
import {
  destinationAdviceMessages,
  destinationFailureMessages,
  destinationMessages as messages,
} from "../destination-messages";
import { HeaderActs } from "../HeaderActs";
import { OwnPeopleOnly } from "../MadeBy";
import { connectionMessages } from "../messages";
import { RemoveDialog } from "../RemoveDialog";
import { useActing } from "../use-acting";
import { webhookMessages } from "../webhook-messages";
import { DestinationForm } from "./DestinationForm";
import { DestinationState } from "./DestinationState";
import { loadDestination, type DestinationData } from "./loader";
import { listProviderNames } from "./providers";
import { Runs } from "./Runs";
import { Settings } from "./Selection";

export { destinationLoader as loader } from "./loader";
export { DestinationPage as Component };

/** The interval of reloading, since a run may end at any time. */
const POLL_MS = 3000;

/** One destination: its state, its selection of contacts, and the receipts of its runs. */
function DestinationPage(): ReactNode {
  const loaded = useLoaderData<DestinationData>();
  const api = useApi();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { ownPerson } = useMe();
  const { id } = loaded.destination;
  const { destination, runs } = useReloaded<Pick<DestinationData, "destination" | "runs">>(
    loaded,
    async (signal) => (await loadDestination(api, id, signal)) ?? loaded,
    (data) => moves(data.destination),
    POLL_MS,
  );
  const [open, setOpen] = useState<"edit" | "remove">();
  const client = clientOf(api, DestinationService);
  const acting = useActing();
  const { name, provider, list, tag, state, lastRun } = destination;
  const paused = state === "PAUSED";
  const failure = state === "FAILING" && lastRun ? destinationFailureMessages[lastRun.failure] : undefined;
  const forgotten = lastRun?.forgottenCount ?? 0;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        trail={{ to: paths.destinations, name: connectionMessages.lists }}
        title={name}
        mark={<DestinationState destination={destination} />}
        description={[listProviderNames[provider] ?? provider, list, tag].filter(Boolean).join(" · ")}
        actions={
          ownPerson && (
            <HeaderActs
              paused={paused}
              acting={acting}
              pause={{ act: () => client.pauseDestination({ id }), notice: messages.paused }}
              resume={{ act: () => client.resumeDestination({ id }), notice: webhookMessages.resumed }}
              onRemove={() => setOpen("remove")}
            >
              <Button
                label={messages.run}
                onClick={() =>
                  void acting.submit({ act: () => client.runDestination({ id }), notice: messages.running })
                }
              />
            </HeaderActs>
          )
        }
      />
      <div className="stack">
        {acting.fault && <FaultAlert fault={acting.fault} />}
        {failure && <Notice type="warning" role="status" title={failure} />}
        {forgotten > 0 && (
          <Notice
            type="error"
            role="status"
            title={<FormattedMessage {...destinationAdviceMessages.forgotten} values={{ count: forgotten }} />}
            description={destinationAdviceMessages.forgottenText}
          />
        )}
        {paused && <Notice type="info" role="status" title={destinationAdviceMessages.paused} />}
        <Card
          title={webhookMessages.settings}
          extra={ownPerson && <Button label={wordMessages.change} size="small" onClick={() => setOpen("edit")} />}
        >
          <div className="stack">
            <Settings destination={destination} scorings={loaded.scorings} />
            {!ownPerson && <OwnPeopleOnly />}
          </div>
        </Card>
        <Runs runs={runs} />
      </div>
      {open === "edit" && (
        <DestinationForm
          before={destination}
          scorings={loaded.scorings}
          onClose={close}
          onSend={async ({ name: called, key, selection }) => {
            await client.updateDestination({ id, name: called, key, selection });
            showSnackbar({ message: webhookMessages.saved });
            close();
            await revalidate();
          }}
        />
      )}
      {open === "remove" && (
        <RemoveDialog
          title={messages.remove}
          text={messages.removeText}
          name={name}
          onClose={close}
          onRemove={async () => {
            await client.deleteDestination({ id });
            showSnackbar({ message: messages.removed, values: { name } });
            void navigate(paths.destinations);
          }}
        />
      )}
    </>
  );
}

function moves({ state, nextAt }: DestinationData["destination"]): boolean {
  return state === "WAITING" || state === "RUNNING" || (nextAt !== undefined && timestampDate(nextAt) <= new Date());
}
