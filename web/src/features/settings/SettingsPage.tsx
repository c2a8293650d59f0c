import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData, useLocation } from "react-router";
import { leadIsOn, useFlag } from "../../flags/flags";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { PageLink } from "../../ui/PageLink";
import { Tabs } from "../../ui/Tabs";
import { AccessCard } from "./access/AccessCard";
import { UsersCard } from "./access/UsersCard";
import { ApiKeyCard } from "./ApiKeyCard";
import type { SettingsData } from "./loader";
import { routeMessages, settingsMessages, notifyMessages, websiteMessages } from "./messages";
import { NotificationsCard } from "./NotificationsCard";
import { PasswordCard } from "./PasswordCard";
import { SettingsForm } from "./SettingsForm";
import styles from "./SettingsPage.module.css";
import type { Message } from "../../i18n/define-messages";
import { wordMessages } from "../../i18n/word-messages";

export { settingsLoader as loader } from "./loader";
export { SettingsPage as Component };

/** The tabs by their first section. */
const TABS: readonly { readonly to: string; readonly name: Message; readonly sections: readonly string[] }[] = [
  { to: "#general", name: settingsMessages.general, sections: [] },
  { to: "#notifications", name: notifyMessages.title, sections: ["#notifications"] },
  { to: "#password", name: wordMessages.password, sections: ["#password"] },
  { to: "#users", name: settingsMessages.access, sections: ["#users", "#api-key", "#access"] },
];

/** My data: the account's settings, the password, the API key. Hidden tabs keep what was typed and a new key. */
function SettingsPage(): ReactNode {
  const data = useLoaderData<SettingsData>();
  const { hash } = useLocation();
  const withKey = useFlag("ff_api_key");
  const open = TABS.find(({ sections }) => sections.includes(hash))?.to ?? "#general";
  const tab = (to: string, children: ReactNode): ReactNode => (
    <div className="stack" hidden={open !== to}>
      {children}
    </div>
  );
  return (
    <>
      <PageHeader title={routeMessages.title} description={settingsMessages.lead} />
      <Tabs label={settingsMessages.sections} tabs={TABS} open={open} />
      <div className={styles["page"]}>
        {tab("#notifications", <NotificationsCard />)}
        {tab("#password", <PasswordCard />)}
        {tab(
          "#users",
          <>
            <UsersCard users={data.users} connected={data.apiKey !== undefined} />
            {withKey && <ApiKeyCard apiKey={data.apiKey} />}
            <AccessCard apiKey={data.apiKey} lasting={data.lasting} />
          </>,
        )}
        <SettingsForm data={data} open={open === "#general"}>
          {leadIsOn() && (
            <Card id="websites" title={wordMessages.websites} description={websiteMessages.lead}>
              <PageLink label={websiteMessages.manage} to={paths.connectionsWeb} />
            </Card>
          )}
        </SettingsForm>
      </div>
      <p className={styles["licences"]}>
        <a href={paths.licences} target="_blank" rel="noreferrer">
          <FormattedMessage {...settingsMessages.licences} />
        </a>
      </p>
    </>
  );
}
