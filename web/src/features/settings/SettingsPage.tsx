import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData } from "react-router";
import { leadIsOn, useFlag } from "../../flags/flags";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { AccessCard } from "./access/AccessCard";
import { ApiKeyCard } from "./ApiKeyCard";
import type { SettingsData } from "./loader";
import { settingsMessages, websiteMessages, routeMessages } from "./messages";
import { PasswordCard } from "./PasswordCard";
import { SettingsForm } from "./SettingsForm";
import styles from "./SettingsPage.module.css";
import { wordMessages } from "../../i18n/word-messages";

export { settingsLoader as loader } from "./loader";
export { SettingsPage as Component };

/** My data: what is set for the account, the password, the key for other systems. */
function SettingsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const data = useLoaderData<SettingsData>();
  const withKey = useFlag("ff_api_key");
  return (
    <>
      <PageHeader
        title={formatMessage(routeMessages.title)}
        description={<FormattedMessage {...settingsMessages.lead} />}
      />
      <div className={styles["cards"]}>
        <SettingsForm data={data} />
        {leadIsOn() && (
          <Card
            title={<FormattedMessage {...wordMessages.websites} />}
            description={<FormattedMessage {...websiteMessages.lead} />}
          >
            <Link to={paths.connectionsWeb}>
              <FormattedMessage {...websiteMessages.manage} />
            </Link>
          </Card>
        )}
        <PasswordCard />
        {withKey && (
          <div id="api-key">
            <ApiKeyCard apiKey={data.apiKey} />
          </div>
        )}
        <AccessCard apiKey={data.apiKey} lasting={data.lasting} />
      </div>
      <p className={styles["licences"]}>
        <a href={paths.licences} target="_blank" rel="noreferrer">
          <FormattedMessage {...settingsMessages.licences} />
        </a>
      </p>
    </>
  );
}
