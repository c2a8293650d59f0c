import DownOutlined from "@ant-design/icons-svg/es/asn/DownOutlined";
import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useApi } from "../../api/api-context";
import type { GetMeResponse } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { chooseLanguage, useLanguageStore } from "../../i18n/language";
import { paths } from "../../lib/paths";
import { openDialog } from "../../stores/app-store";
import { chooseColorMode, usePreferenceStore, type ColorMode, type Language } from "../../stores/preference-store";
import { isGuest, returnHome } from "./client-account";
import { clientMessages, sessionMessages } from "./messages";
import { useMe } from "./guard";
import styles from "./UserMenu.module.css";
import { Menu, type MenuEntry, type MenuGroup } from "../../ui/Menu";

interface UserMenuProps {
  /** Entries that other parts of the product add, above signing out. */
  readonly extra: readonly MenuEntry[];
  /** Groups of entries that the connected system adds. */
  readonly extraGroups: readonly MenuGroup[];
}

/** The user's menu: name, settings, accounts, language, appearance, sign-out. */
export function UserMenu({ extra, extraGroups }: UserMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const api = useApi();
  const me = useMe();
  const language = useLanguageStore((state) => state.language);
  const colorMode = usePreferenceStore((state) => state.colorMode);

  const speak = async (chosen: Language): Promise<void> => {
    if (!(await chooseLanguage(chosen))) return;
    // E-mails use the language too. If this fails the page still uses the chosen language, on this device.
    await clientOf(api, AccountService)
      .changeLanguage({ language: chosen })
      .catch(() => undefined);
  };
  const color = (key: ColorMode, message: Message): MenuEntry => ({
    key,
    label: formatMessage(message),
    chosen: key === colorMode,
    onClick: () => chooseColorMode(key),
  });
  const groups: readonly MenuGroup[] = [
    {
      key: "account",
      // On a phone the button has no room for the address.
      label: `${me.email} · ${formatMessage(sessionMessages.account, { account: String(me.accountId) })}`,
      entries: [
        {
          key: "settings",
          label: formatMessage(sessionMessages.settings),
          onClick: () => void navigate(paths.settings),
        },
        ...(mayEnterClients(me)
          ? [{ key: "client", label: formatMessage(clientMessages.open), onClick: () => openDialog("client-login") }]
          : []),
        ...(isGuest(me)
          ? [{ key: "back", label: formatMessage(clientMessages.back), onClick: () => void returnHome(api) }]
          : []),
        ...extra,
      ],
    },
    ...extraGroups,
    {
      key: "language",
      label: formatMessage(commonMessages.language),
      entries: (["pl", "en"] as const).map((key) => ({
        key,
        label: formatMessage(key === "pl" ? commonMessages.polish : commonMessages.english),
        chosen: key === language,
        onClick: () => void speak(key),
      })),
    },
    {
      key: "theme",
      label: formatMessage(commonMessages.theme),
      entries: [
        color("system", commonMessages.themeSystem),
        color("light", commonMessages.themeLight),
        color("dark", commonMessages.themeDark),
      ],
    },
    {
      key: "leave",
      entries: [
        { key: "logout", label: formatMessage(sessionMessages.logout), onClick: () => void navigate(paths.logout) },
      ],
    },
  ];
  return (
    <Menu name={formatMessage(sessionMessages.userMenu)} groups={groups}>
      <span className="inline">
        <span className="visually-hidden">{formatMessage(sessionMessages.userMenu)}</span>
        <span className={styles["initial"]} aria-hidden>
          {me.email.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles["email"]} title={me.email}>
          {me.email}
        </span>
        <Icon of={DownOutlined} className={styles["arrow"] ?? ""} />
      </span>
    </Menu>
  );
}

/** Shown to users with clients, or with more roles than an account's owner (super admins); the server decides. */
function mayEnterClients(me: GetMeResponse): boolean {
  return me.hasClients || me.roles.some((role) => role !== "owner") || isGuest(me);
}
