import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData } from "react-router";
import { useFlag } from "../../flags/flags";
import { PageHeader } from "../../ui/PageHeader";
import { ApiKeyCard } from "./ApiKeyCard";
import type { SettingsData } from "./loader";
import { settingsMessages } from "./messages";
import { routeMessages } from "./route-messages";
import { PasswordCard } from "./PasswordCard";
import { SettingsForm } from "./SettingsForm";
import { WebsitesCard } from "./WebsitesCard";
import styles from "./SettingsPage.module.css";

/** My data: what is set for the account, the password, the key for other systems. */
export function SettingsPage(): ReactNode {
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
        {data.websites && <WebsitesCard websites={data.websites} uids={data.uids} />}
        <PasswordCard />
        {withKey && <ApiKeyCard apiKey={data.apiKey} />}
      </div>
    </>
  );
}
