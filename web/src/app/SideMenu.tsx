import MenuFoldOutlined from "@ant-design/icons-svg/es/asn/MenuFoldOutlined";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { paths } from "../lib/paths";
import { chooseSidebarMode, useAppStore, type SidebarItem } from "../stores/app-store";
import { Hint } from "../ui/Hint";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import { isExternal, useExternalTexts } from "./external-menu";
import { menuIcon } from "./menu-icons";
import { appMessages } from "./messages";
import styles from "./Shell.module.css";
import { activeAt } from "./sidebar";
import { Button } from "../ui/Button";

const MENU_ID = "menu";

/**
 * The side menu. In a narrow window it is a drawer: the style sheet shows its button, and fixes the menu in place where
 * there is room.
 */
export function SideMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const { sidebarMode, sidebarColor, sidebarBackground, sidebarItems } = useAppStore();
  const { pathname } = useLocation();
  const narrow = sidebarMode === "mini";
  return (
    <header className={styles["side"]} data-color={sidebarColor} data-background={sidebarBackground} data-guide="menu">
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
        {/* Following a link, by a key too, closes the drawer; in a wide window it is not open. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <nav
          id={MENU_ID}
          popover="auto"
          aria-label={formatMessage(appMessages.menu)}
          onClick={(event) => event.currentTarget.matches(":popover-open") && event.currentTarget.hidePopover()}
        >
          {activeAt(pathname, sidebarItems).map((item) => (
            <Item key={item.key} item={item} />
          ))}
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

/**
 * The label of an item in the present language; the connected system's label is a key of its texts, or the text itself.
 */
function useLabel(): (label: SidebarItem["label"]) => string {
  const { formatMessage } = useIntl();
  const texts = useExternalTexts();
  return (label) => (typeof label === "string" ? (texts[label] ?? label) : formatMessage(label));
}

/** An entry, or the heading of those below it. */
function Item({ item }: { readonly item: SidebarItem }): ReactNode {
  const narrow = useAppStore((state) => state.sidebarMode) === "mini";
  const labelOf = useLabel();
  const heading = item.children.length > 0;
  const id = `menu-${item.key}`;
  return (
    <>
      {heading && (
        <p className={styles["group"]} id={id}>
          {labelOf(item.label)}
        </p>
      )}
      <ul className={styles["links"]} aria-labelledby={heading ? id : undefined}>
        {(heading ? item.children : [item]).map((entry) => {
          const words = labelOf(entry.label);
          const link = <Entry entry={entry} words={words} />;
          return <li key={entry.key}>{narrow ? <Hint title={words}>{link}</Hint> : link}</li>;
        })}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly entry: SidebarItem;
  readonly words: string;
}

function Entry({ entry: { icon, url, active }, words }: EntryProps): ReactNode {
  const className = styles["link"];
  const content = (
    <>
      {menuIcon(icon)}
      <span className={styles["words"]}>{words}</span>
    </>
  );
  if (url === "") return <span className={className}>{content}</span>;
  return isExternal(url) ? (
    <a className={className} href={url}>
      {content}
    </a>
  ) : (
    <Link className={className} to={url} aria-current={active ? "page" : undefined}>
      {content}
    </Link>
  );
}
