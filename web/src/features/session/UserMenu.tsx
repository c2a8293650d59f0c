import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useApi } from "../../api/api-context";
import type { GetMeResponse } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-messages";
import { chooseLanguage, useLanguageStore } from "../../i18n/language";
import { paths } from "../../lib/paths";
import { openDialog, showSnackbar } from "../../stores/app-store";
import { chooseColorMode, usePreferenceStore, type Language } from "../../stores/preference-store";
import { enterAccount } from "./client-account";
import { clientMessages } from "./client-messages";
import { useMe } from "./guard";
import { sessionMessages } from "./messages";
import styles from "./UserMenu.module.css";

interface UserMenuProps {
  /** Entries that other parts of the product add, above signing out. */
  readonly extra: MenuProps["items"];
}

/** What concerns the person: who they are, settings, accounts, language, appearance, leaving. */
export function UserMenu({ extra = [] }: UserMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const api = useApi();
  const me = useMe();
  const language = useLanguageStore((state) => state.language);
  const colorMode = usePreferenceStore((state) => state.colorMode);

  const speak = async (chosen: Language): Promise<void> => {
    await chooseLanguage(chosen);
    // E-mails follow too. If this fails the page still speaks the chosen language, on this device.
    await api.account.changeLanguage({ language: chosen }).catch(() => undefined);
  };
  const back = async (): Promise<void> => {
    const fault = await enterAccount(api, "");
    if (fault) showSnackbar({ message: faultMessage(fault) }, { type: "error" });
  };
  const items: MenuProps["items"] = [
    {
      type: "group",
      label: formatMessage(sessionMessages.account, { account: String(me.accountId) }),
      children: [
        {
          key: "settings",
          label: formatMessage(sessionMessages.settings),
          onClick: () => void navigate(paths.settings),
        },
        ...(mayEnterClients(me)
          ? [{ key: "client", label: formatMessage(clientMessages.open), onClick: () => openDialog("client-login") }]
          : []),
        ...(inClient(me)
          ? [{ key: "back", label: formatMessage(clientMessages.back), onClick: () => void back() }]
          : []),
        ...extra,
      ],
    },
    {
      type: "group",
      label: formatMessage(commonMessages.language),
      children: [
        { key: "pl", label: formatMessage(commonMessages.polish), onClick: () => void speak("pl") },
        { key: "en", label: formatMessage(commonMessages.english), onClick: () => void speak("en") },
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

function inClient(me: GetMeResponse): boolean {
  return me.mainAccountId !== 0 && me.mainAccountId !== me.accountId;
}

/** Who has clients, or more roles than an account's owner (a super admin), may ask; the server decides. */
function mayEnterClients(me: GetMeResponse): boolean {
  return me.hasClients || me.roles.some((role) => role !== "owner") || inClient(me);
}
