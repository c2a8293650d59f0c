import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { chooseLanguage, useLanguageStore } from "../../i18n/language";
import { paths } from "../../lib/paths";
import { chooseColorMode, usePreferenceStore } from "../../stores/preference-store";
import { useMe } from "./guard";
import { sessionMessages } from "./messages";
import styles from "./UserMenu.module.css";

/** What concerns the person: who they are, language, appearance, leaving. */
export function UserMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const me = useMe();
  const language = useLanguageStore((state) => state.language);
  const colorMode = usePreferenceStore((state) => state.colorMode);
  const items: MenuProps["items"] = [
    {
      type: "group",
      label: formatMessage(sessionMessages.account, { account: String(me.accountId) }),
      children: [],
    },
    {
      type: "group",
      label: formatMessage(commonMessages.language),
      children: [
        { key: "pl", label: formatMessage(commonMessages.polish), onClick: () => void chooseLanguage("pl") },
        { key: "en", label: formatMessage(commonMessages.english), onClick: () => void chooseLanguage("en") },
      ],
    },
    {
      type: "group",
      label: formatMessage(commonMessages.theme),
      children: [
        { key: "system", label: formatMessage(commonMessages.themeSystem), onClick: () => chooseColorMode("system") },
        { key: "light", label: formatMessage(commonMessages.themeLight), onClick: () => chooseColorMode("light") },
        { key: "dark", label: formatMessage(commonMessages.themeDark), onClick: () => chooseColorMode("dark") },
      ],
    },
    { type: "divider" },
    { key: "logout", label: formatMessage(sessionMessages.logout), onClick: () => void navigate(paths.logout) },
  ];
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      autoFocus
      menu={{ items, selectable: true, selectedKeys: [language, colorMode] }}
    >
      <Button type="text" aria-haspopup="menu">
        <span className="visually-hidden">{formatMessage(sessionMessages.userMenu)}</span>
        <span className={styles["initial"]} aria-hidden>
          {me.email.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles["email"]}>{me.email}</span>
        <DownOutlined aria-hidden className={styles["arrow"]} />
      </Button>
    </Dropdown>
  );
}
