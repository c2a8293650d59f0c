import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useSearchParams } from "react-router";
import { changeSearch } from "../../../lib/search";
import { paths } from "../../../lib/paths";
import { Card } from "../../../ui/Card";
import { PageHeader } from "../../../ui/PageHeader";
import { Select } from "../../../ui/Select";
import styles from "../Connections.module.css";
import type { WebData } from "../loader";
import { useMe } from "../../session";
import { OwnPeopleOnly } from "../MadeBy";
import { connectionMessages, connectionsRouteMessages, webMessages as messages } from "../messages";
import { AddWebsite } from "./AddWebsite";
import { Libraries } from "./Libraries";
import { Website } from "./Website";
import { wordMessages } from "../../../i18n/word-messages";

export { webLoader as loader } from "../loader";
export { WebPage as Component };

const CHOICE = "website";

/** The tracked websites: adding one, its code, and whether events arrive. */
function WebPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { websites, uids } = useLoaderData<WebData>();
  const navigate = useNavigate();
  const { ownPerson } = useMe();
  const [search] = useSearchParams();
  const shown = websites.find(({ siClientId }) => siClientId === search.get("site")) ?? websites[0];
  const nameOf = (domain: string): string => domain || formatMessage(messages.unnamed);
  const show = (site: string): void => void navigate({ search: changeSearch(search, { site }) });
  return (
    <>
      <PageHeader
        trail={{ to: paths.connections, name: connectionsRouteMessages.title }}
        title={wordMessages.websites}
        description={messages.lead}
      />
      <div className="stack">
        {websites.length > 1 && shown && (
          <div className={styles["line"]}>
            <label htmlFor={CHOICE}>
              <FormattedMessage {...messages.website} />
            </label>
            <Select
              id={CHOICE}
              value={shown.siClientId}
              options={websites.map(({ siClientId, domain, uid }) => ({
                value: siClientId,
                label: `${nameOf(domain)} (${uid})`,
              }))}
              onChange={show}
            />
          </div>
        )}
        {shown && <Website key={shown.siClientId} website={shown} name={nameOf(shown.domain)} />}
        <Card title={connectionMessages.addWebsite} description={shown ? undefined : messages.none}>
          {ownPerson ? <AddWebsite uids={uids} primary={!shown} onAdded={show} /> : <OwnPeopleOnly />}
        </Card>
        {shown && <Libraries writeKey={shown.siClientId} />}
      </div>
    </>
  );
}
