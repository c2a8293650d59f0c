import ApiOutlined from "@ant-design/icons-svg/es/asn/ApiOutlined";
import AppstoreOutlined from "@ant-design/icons-svg/es/asn/AppstoreOutlined";
import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import ContactsOutlined from "@ant-design/icons-svg/es/asn/ContactsOutlined";
import DatabaseOutlined from "@ant-design/icons-svg/es/asn/DatabaseOutlined";
import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import LeftOutlined from "@ant-design/icons-svg/es/asn/LeftOutlined";
import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import MenuFoldOutlined from "@ant-design/icons-svg/es/asn/MenuFoldOutlined";
import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import UploadOutlined from "@ant-design/icons-svg/es/asn/UploadOutlined";
import type { ReactNode } from "react";
import { useIntl, type MessageDescriptor } from "react-intl";
import { Link, NavLink, useLocation } from "react-router";
import { useFlag } from "../flags/flags";
import { paths } from "../lib/paths";
import { chooseSidebarMode, useAppStore } from "../stores/app-store";
import { Hint } from "../ui/Hint";
import { Icon, type IconData } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import { ExternalMenu } from "./ExternalMenu";
import { useExternalUi } from "./external-menu";
import { appMessages } from "./messages";
import styles from "./Shell.module.css";
import { Button } from "../ui/Button";

interface Entry {
  readonly to: string;
  /** The addresses that the entry is of; without it those that begin with its own. */
  readonly of?: RegExp;
  readonly icon: IconData;
  readonly words: MessageDescriptor;
}

const MAIN: readonly Entry[] = [{ to: paths.home, of: /^\/$/, icon: LeftOutlined, words: appMessages.mainMenu }];

const SCORING: readonly Entry[] = [
  { to: paths.scoringList, icon: UnorderedListOutlined, words: appMessages.scoringList },
  { to: paths.scoringChannel, icon: PlusOutlined, words: appMessages.calculateNew },
];

const REPORTS: readonly Entry[] = [
  { to: paths.reports, icon: BarChartOutlined, words: appMessages.reports },
  { to: paths.sendings, icon: MailOutlined, words: appMessages.sendings },
];

const CONTACTS: readonly Entry[] = [
  {
    to: paths.contacts,
    // Other pages have addresses below it.
    of: /^\/contacts(\/new|\/\d+\/\d+)?\/?$/,
    icon: ContactsOutlined,
    words: appMessages.contacts,
  },
  { to: paths.imports, icon: UploadOutlined, words: appMessages.imports },
  {
    to: paths.groups,
    of: /^\/contacts\/(groups|features)\/?$/,
    icon: AppstoreOutlined,
    words: appMessages.groups,
  },
  { to: paths.databases, icon: DatabaseOutlined, words: appMessages.databases },
  { to: paths.connections, icon: ApiOutlined, words: appMessages.connections },
  { to: paths.eventLog, icon: FileTextOutlined, words: appMessages.eventLog },
];

const MENU_ID = "menu";

/**
 * The side menu: the product's own entries, and before them what the connected system asks for. Where the window is
 * narrow it is a drawer: the style sheet shows its button, and keeps it in its place where there is room.
 */
export function SideMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const narrow = useAppStore((state) => state.sidebarMode) === "mini";
  const scoring = useFlag("ff_scoring");
  const { sideMenu } = useExternalUi();
  return (
    <header className={styles["side"]} data-guide="menu">
      <div className={styles["sticky"]}>
        <Button
          type="text"
          className={styles["open"] ?? ""}
          popoverTarget={MENU_ID}
          aria-label={formatMessage(appMessages.menu)}
          icon={<Icon of={MenuFoldOutlined} />}
        />
        <Link to={paths.home} className={styles["home"]} aria-label={formatMessage(appMessages.home)}>
          <Logo />
        </Link>
        {/* A link that was followed, by a key too, closes the drawer; elsewhere nothing is open. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <nav
          id={MENU_ID}
          popover="auto"
          aria-label={formatMessage(appMessages.menu)}
          onClick={(event) => event.currentTarget.matches(":popover-open") && event.currentTarget.hidePopover()}
        >
          <Group entries={MAIN} />
          <ExternalMenu items={sideMenu} narrow={narrow} />
          <Group id="menu-scoring" name={appMessages.scoring} entries={scoring ? [...SCORING, ...REPORTS] : REPORTS} />
          <Group id="menu-contacts" name={appMessages.contacts} entries={CONTACTS} />
        </nav>
        <Button
          type="text"
          className={styles["fold"] ?? ""}
          aria-expanded={!narrow}
          aria-label={formatMessage(narrow ? appMessages.unfold : appMessages.fold)}
          icon={<Icon of={MenuFoldOutlined} />}
          onClick={() => chooseSidebarMode(narrow ? "full" : "mini")}
        />
      </div>
    </header>
  );
}

interface GroupProps {
  readonly id?: string;
  /** Without it the entries stand alone. */
  readonly name?: MessageDescriptor;
  readonly entries: readonly Entry[];
}

function Group({ id, name, entries }: GroupProps): ReactNode {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  const narrow = useAppStore((state) => state.sidebarMode) === "mini";
  return (
    <>
      {name && (
        <p className={styles["group"]} id={id}>
          {formatMessage(name)}
        </p>
      )}
      <ul className={styles["links"]} aria-labelledby={id}>
        {entries.map(({ to, of, icon, words }) => {
          const content = (
            <>
              <Icon of={icon} />
              <span className={styles["words"]}>{formatMessage(words)}</span>
            </>
          );
          const link = of ? (
            <Link className={styles["link"]} to={to} aria-current={of.test(pathname) ? "page" : undefined}>
              {content}
            </Link>
          ) : (
            <NavLink className={styles["link"]} to={to}>
              {content}
            </NavLink>
          );
          return <li key={to}>{narrow ? <Hint title={formatMessage(words)}>{link}</Hint> : link}</li>;
        })}
      </ul>
    </>
  );
}
