import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useLoaderData, useNavigate } from "react-router";
import { clientOf } from "../../../api/api";
import { useApi } from "../../../api/api-context";
import { DestinationService } from "../../../api/services";
import { wordMessages } from "../../../i18n/word-messages";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { StatePanel } from "../../../ui/StatePanel";
import { useMe } from "../../session";
import styles from "../Connections.module.css";
import { destinationMessages as messages } from "../destination-messages";
import { OwnPeopleOnly } from "../MadeBy";
import { connectionMessages, connectionsRouteMessages } from "../messages";
import { DestinationForm } from "./DestinationForm";
import { DestinationState } from "./DestinationState";
import { listProviderNames } from "./providers";
import { Selection } from "./Selection";
import type { DestinationsData } from "./loader";

export { destinationsLoader as loader } from "./loader";
export { DestinationsPage as Component };

/** The synchronized lists at mail providers with their states. */
function DestinationsPage(): ReactNode {
  const { items, limit, scorings } = useLoaderData<DestinationsData>();
  const api = useApi();
  const navigate = useNavigate();
  const { ownPerson } = useMe();
  const [adding, setAdding] = useState(false);
  const add = <Button label={connectionMessages.addList} type="primary" onClick={() => setAdding(true)} />;
  return (
    <>
      <PageHeader
        trail={{ to: paths.connections, name: connectionsRouteMessages.title }}
        title={connectionMessages.lists}
        description={messages.lead}
        actions={ownPerson && scorings.length > 0 && items.length > 0 && items.length < limit ? add : undefined}
      />
      <div className="stack">
        {!ownPerson && <OwnPeopleOnly />}
        {items.length === 0 ? (
          <Card flush>
            <StatePanel
              icon={<Icon of={UnorderedListOutlined} />}
              title={messages.none}
              text={scorings.length > 0 ? messages.noneText : messages.noScorings}
              actions={
                scorings.length === 0 ? (
                  <PageButton label={wordMessages.calculateScoring} type="primary" to={paths.newDraft} />
                ) : ownPerson ? (
                  add
                ) : undefined
              }
            />
          </Card>
        ) : (
          <Card title={messages.list}>
            <ul className={styles["events"]}>
              {items.map((destination) => (
                <li key={destination.id} className={styles["webhook"]}>
                  <div className={styles["line"]}>
                    <Link to={paths.destination(destination.id)}>{destination.name}</Link>
                    <DestinationState destination={destination} />
                    <span className={styles["about"]}>
                      {listProviderNames[destination.provider] ?? destination.provider}
                    </span>
                  </div>
                  <Selection destination={destination} scorings={scorings} />
                  <p>
                    <FormattedMessage {...messages.members} values={{ count: destination.memberCount }} />
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      {adding && (
        <DestinationForm
          scorings={scorings}
          onClose={() => setAdding(false)}
          onSend={async ({ target, name, key, selection }) => {
            const made = await clientOf(api, DestinationService).createDestination({ ...target, name, key, selection });
            void navigate(paths.destination(made.destination?.id ?? ""));
          }}
        />
      )}
    </>
  );
}
