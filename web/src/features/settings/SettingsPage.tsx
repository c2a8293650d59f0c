import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useLocation } from "react-router";
import { leadIsOn, useFlag } from "../../flags/flags";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { AccessCard } from "./access/AccessCard";
import { accessMessages, userMessages } from "./access/messages";
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

/** My data: the account's settings, the password, the API key. */
function SettingsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const data = useLoaderData<SettingsData>();
  const { hash } = useLocation();
  const withKey = useFlag("ff_api_key");
  const sections: readonly (readonly [string, Message])[] = [
    ["general", settingsMessages.general],
    ["events", settingsMessages.events],
    ["billing", settingsMessages.billing],
    ...(leadIsOn() ? ([["websites", wordMessages.websites]] as const) : []),
    ["notifications", notifyMessages.title],
    ["password", settingsMessages.password],
    ...(withKey ? ([["api-key", settingsMessages.apiKey]] as const) : []),
    ["users", userMessages.title],
    ["access", accessMessages.title],
  ];
  return (
    <>
      <PageHeader
        title={formatMessage(routeMessages.title)}
        description={<FormattedMessage {...settingsMessages.lead} />}
      />
      <div className={styles["page"]}>
        <nav aria-label={formatMessage(settingsMessages.sections)} className={styles["sections"]}>
          {sections.map(([anchor, name]) => (
            <Link key={anchor} to={`#${anchor}`} aria-current={hash === `#${anchor}` ? "location" : undefined}>
              <FormattedMessage {...name} />
            </Link>
          ))}
        </nav>
        <div className={styles["cards"]}>
          <SettingsForm data={data} />
          {leadIsOn() && (
            <Card
              id="websites"
              title={<FormattedMessage {...wordMessages.websites} />}
              description={<FormattedMessage {...websiteMessages.lead} />}
            >
              <Link to={paths.connectionsWeb}>
                <FormattedMessage {...websiteMessages.manage} />
              </Link>
            </Card>
          )}
          <NotificationsCard />
          <PasswordCard />
          {withKey && <ApiKeyCard apiKey={data.apiKey} />}
          <UsersCard users={data.users} connected={data.apiKey !== undefined} />
          <AccessCard apiKey={data.apiKey} lasting={data.lasting} />
        </div>
      </div>
      <p className={styles["licences"]}>
        <a href={paths.licences} target="_blank" rel="noreferrer">
          <FormattedMessage {...settingsMessages.licences} />
        </a>
      </p>
    </>
  );
}
