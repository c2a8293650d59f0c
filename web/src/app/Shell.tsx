import type { MouseEvent, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Outlet, useNavigation } from "react-router";
import { Guide } from "../features/guide";
import { ClientBanner, SessionDialogs } from "../features/session";
import { useAppStore } from "../stores/app-store";
import { lazyPart } from "../ui/lazy-part";
import { appMessages } from "./messages";
import { Notices } from "./Notices";
import styles from "./Shell.module.css";
import { fillSidebar } from "./sidebar";
import { SideMenu } from "./SideMenu";
import { TopBar } from "./TopBar";

export { Shell as Component };

/** The menu may change with flags and with the connected system, so it is filled again for each page. */
export function loader(): null {
  fillSidebar();
  return null;
}

export const shouldRevalidate = (): boolean => true;

const Alerts = lazyPart(async () => (await import("../features/alerts/Alerts")).Alerts);
const CONTENT_ID = "content";

/** Focuses the content without its hash, which pages with sections of their own would not know. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** The frame of every protected page: side menu, top bar, notices. */
function Shell(): ReactNode {
  const loading = useNavigation().state === "loading";
  const mode = useAppStore((state) => state.sidebarMode);
  return (
    <div className={styles["shell"]} data-menu={mode}>
      <a className={styles["skip"]} href={`#${CONTENT_ID}`} onClick={skip}>
        <FormattedMessage {...appMessages.skip} />
      </a>
      <SideMenu />
      <TopBar />
      <div className={styles["progress"]} data-loading={loading} aria-hidden />
      <div className={styles["column"]}>
        <Notices>
          <ClientBanner />
        </Notices>
        <Alerts />
        <Guide />
        <main id={CONTENT_ID} className={styles["main"]} tabIndex={-1} aria-busy={loading}>
          <Outlet />
        </main>
      </div>
      <SessionDialogs />
    </div>
  );
}
