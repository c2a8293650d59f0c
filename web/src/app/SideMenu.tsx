import ApiOutlined from "@ant-design/icons-svg/es/asn/ApiOutlined";
import AppstoreOutlined from "@ant-design/icons-svg/es/asn/AppstoreOutlined";
import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import ContactsOutlined from "@ant-design/icons-svg/es/asn/ContactsOutlined";
import DatabaseOutlined from "@ant-design/icons-svg/es/asn/DatabaseOutlined";
import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import MenuFoldOutlined from "@ant-design/icons-svg/es/asn/MenuFoldOutlined";
import MenuUnfoldOutlined from "@ant-design/icons-svg/es/asn/MenuUnfoldOutlined";
import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import UploadOutlined from "@ant-design/icons-svg/es/asn/UploadOutlined";
import { Icon } from "../ui/Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, NavLink, useLocation } from "react-router";
import { useFlag } from "../flags/flags";
import { paths } from "../lib/paths";
import { chooseSidebarMode, useAppStore } from "../stores/app-store";
import { Hint } from "../ui/Hint";
import { Logo } from "../ui/Logo";
import { ExternalMenu } from "./ExternalMenu";
import { useExternalUi } from "./external-menu";
import { appMessages } from "./messages";
import styles from "./Shell.module.css";
import { Button } from "../ui/Button";

/** The side menu: the product's own entries, and before them what the connected system asks for. */
export function SideMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const mode = useAppStore((state) => state.sidebarMode);
  const scoring = useFlag("ff_scoring");
  const { sideMenu } = useExternalUi();
  const narrow = mode === "mini";
  return (
    <header className={styles["side"]} data-guide="menu">
      <div className={styles["sticky"]}>
        <Link to={paths.home} className={styles["home"]} aria-label={formatMessage(appMessages.home)}>
          <Logo />
        </Link>
        <nav aria-label={formatMessage(appMessages.menu)}>
          <ExternalMenu items={sideMenu} narrow={narrow} />
          <p className={styles["group"]} id="menu-scoring">
            <FormattedMessage {...appMessages.scoring} />
          </p>
          <ul className={styles["links"]} aria-labelledby="menu-scoring">
            {scoring && (
              <Entry
                to={paths.scoringList}
                icon={<Icon of={UnorderedListOutlined} />}
                words={formatMessage(appMessages.scoringList)}
                narrow={narrow}
              />
            )}
            {scoring && (
              <Entry
                to={paths.scoringChannel}
                icon={<Icon of={PlusOutlined} />}
                words={formatMessage(appMessages.calculateNew)}
                narrow={narrow}
              />
            )}
            <Entry
              to={paths.reports}
              icon={<Icon of={BarChartOutlined} />}
              words={formatMessage(appMessages.reports)}
              narrow={narrow}
            />
            <Entry
              to={paths.sendings}
              icon={<Icon of={MailOutlined} />}
              words={formatMessage(appMessages.sendings)}
              narrow={narrow}
            />
          </ul>
          <p className={styles["group"]} id="menu-contacts">
            <FormattedMessage {...appMessages.contacts} />
          </p>
          <ul className={styles["links"]} aria-labelledby="menu-contacts">
            <Entry
              to={paths.contacts}
              // Other pages have addresses below it.
              of={/^\/contacts(\/new|\/\d+\/\d+)?\/?$/}
              icon={<Icon of={ContactsOutlined} />}
              words={formatMessage(appMessages.contacts)}
              narrow={narrow}
            />
            <Entry
              to={paths.imports}
              icon={<Icon of={UploadOutlined} />}
              words={formatMessage(appMessages.imports)}
              narrow={narrow}
            />
            <Entry
              to={paths.groups}
              of={/^\/contacts\/(groups|features)\/?$/}
              icon={<Icon of={AppstoreOutlined} />}
              words={formatMessage(appMessages.groups)}
              narrow={narrow}
            />
            <Entry
              to={paths.databases}
              icon={<Icon of={DatabaseOutlined} />}
              words={formatMessage(appMessages.databases)}
              narrow={narrow}
            />
            <Entry
              to={paths.connections}
              icon={<Icon of={ApiOutlined} />}
              words={formatMessage(appMessages.connections)}
              narrow={narrow}
            />
            <Entry
              to={paths.eventLog}
              icon={<Icon of={FileTextOutlined} />}
              words={formatMessage(appMessages.eventLog)}
              narrow={narrow}
            />
          </ul>
        </nav>
        <Button
          type="text"
          className={styles["fold"] ?? ""}
          aria-expanded={!narrow}
          aria-label={formatMessage(narrow ? appMessages.unfold : appMessages.fold)}
          icon={narrow ? <Icon of={MenuUnfoldOutlined} /> : <Icon of={MenuFoldOutlined} />}
          onClick={() => chooseSidebarMode(narrow ? "full" : "mini")}
        />
      </div>
    </header>
  );
}

interface EntryProps {
  readonly to: string;
  /** The addresses that the entry is of; without it those that begin with its own. */
  readonly of?: RegExp;
  readonly icon: ReactNode;
  readonly words: string;
  readonly narrow: boolean;
}

function Entry({ to, of, icon, words, narrow }: EntryProps): ReactNode {
  const { pathname } = useLocation();
  const content = (
    <>
      {icon}
      <span className={styles["words"]}>{words}</span>
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
  return <li>{narrow ? <Hint title={words}>{link}</Hint> : link}</li>;
}
