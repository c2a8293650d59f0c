import BookOutlined from "@ant-design/icons-svg/es/asn/BookOutlined";
import BugOutlined from "@ant-design/icons-svg/es/asn/BugOutlined";
import CompassOutlined from "@ant-design/icons-svg/es/asn/CompassOutlined";
import { Icon } from "../ui/Icon";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useApi } from "../api/api-context";
import { NotificationButton, notificationMessages, openNotifications } from "../features/notifications";
import { UserMenu } from "../features/session";
import { useConfigStore } from "../stores/config-store";
import { switchGuide, usePreferenceStore } from "../stores/preference-store";
import { Hint } from "../ui/Hint";
import { isExternal, useExternalUi, type MenuEntry } from "./external-menu";
import { menuIcon } from "./menu-icons";
import { appMessages } from "./messages";
import styles from "./Shell.module.css";
import { Button } from "../ui/Button";
import type { MenuEntry as UserMenuEntry } from "../ui/Menu";

/** Help, notifications, additions of the connected system, and the user menu. */
export function TopBar(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { knowledgeBaseUrl, bugReportUrl } = useConfigStore();
  const guide = usePreferenceStore((state) => state.guide);
  const { userMenu, rightMenu } = useExternalUi();
  const go = (url: string): void => {
    if (isExternal(url)) window.location.assign(url);
    else void navigate(url);
  };
  const toEntry = (entry: MenuEntry): UserMenuEntry => ({
    key: `external-${entry.key}`,
    label: entry.label,
    icon: menuIcon(entry.icon),
    onClick: () => go(entry.url),
  });
  const headings = userMenu.filter((entry) => entry.children.length > 0);
  return (
    <div className={styles["top"]}>
      <nav className={styles["right"]} aria-label={formatMessage(appMessages.rightMenu)}>
        {rightMenu
          .flatMap((entry) => (entry.children.length > 0 ? entry.children : [entry]))
          .map((entry) => (
            <Button key={entry.key} type="link" icon={menuIcon(entry.icon)} href={entry.url}>
              {entry.label}
            </Button>
          ))}
        {knowledgeBaseUrl !== "" && (
          <IconLink
            url={knowledgeBaseUrl}
            words={formatMessage(appMessages.knowledgeBase)}
            icon={<Icon of={BookOutlined} />}
          />
        )}
        {bugReportUrl !== "" && (
          <IconLink url={bugReportUrl} words={formatMessage(appMessages.bugReport)} icon={<Icon of={BugOutlined} />} />
        )}
      </nav>
      <Hint title={formatMessage(guide ? appMessages.guideOff : appMessages.guideOn)}>
        <Button
          type="text"
          data-guide="guide"
          aria-pressed={guide}
          aria-label={formatMessage(appMessages.guide)}
          icon={<Icon of={CompassOutlined} />}
          onClick={() => switchGuide(!guide)}
        />
      </Hint>
      <NotificationButton />
      <div data-guide="user">
        <UserMenu
          extra={[
            {
              key: "notifications",
              label: formatMessage(notificationMessages.title),
              onClick: () => void openNotifications(api),
            },
            ...userMenu.filter((entry) => entry.children.length === 0).map(toEntry),
          ]}
          extraGroups={headings.map(({ key, label, children }) => ({ key, label, entries: children.map(toEntry) }))}
        />
      </div>
    </div>
  );
}

function IconLink({
  url,
  words,
  icon,
}: {
  readonly url: string;
  readonly words: string;
  readonly icon: ReactNode;
}): ReactNode {
  return (
    <Hint title={words}>
      <Button type="text" href={url} target="_blank" rel="noreferrer" aria-label={words} icon={icon} />
    </Hint>
  );
}
