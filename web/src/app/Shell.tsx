import { BarChartOutlined, UnorderedListOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, NavLink, Outlet, useNavigation } from "react-router";
import { UserMenu } from "../features/session";
import { paths } from "../lib/paths";
import { Logo } from "../ui/Logo";
import { appMessages } from "./messages";
import { Notices } from "./Notices";
import styles from "./Shell.module.css";

const CONTENT_ID = "content";

/** What stands round every protected page: side menu, user menu, notices. */
export function Shell(): ReactNode {
  const { formatMessage } = useIntl();
  const loading = useNavigation().state === "loading";
  return (
    <div className={styles["shell"]}>
      <a className={styles["skip"]} href={`#${CONTENT_ID}`}>
        <FormattedMessage {...appMessages.skip} />
      </a>
      <header className={styles["side"]}>
        <div className={styles["sticky"]}>
          <Link to={paths.home} className={styles["home"]}>
            <Logo />
          </Link>
          <nav aria-label={formatMessage(appMessages.menu)}>
            <p className={styles["group"]} id="menu-scoring">
              <FormattedMessage {...appMessages.scoring} />
            </p>
            <ul className={styles["links"]} aria-labelledby="menu-scoring">
              <li>
                <NavLink className={styles["link"]} to={paths.scoringList}>
                  <UnorderedListOutlined aria-hidden />
                  <FormattedMessage {...appMessages.scoringList} />
                </NavLink>
              </li>
              <li>
                <NavLink className={styles["link"]} to={paths.reports}>
                  <BarChartOutlined aria-hidden />
                  <FormattedMessage {...appMessages.reports} />
                </NavLink>
              </li>
            </ul>
          </nav>
        </div>
      </header>
      <div className={styles["user"]}>
        <UserMenu />
      </div>
      <div className={styles["column"]}>
        <div className={styles["progress"]} data-loading={loading} aria-hidden />
        <Notices />
        <main id={CONTENT_ID} className={styles["main"]} tabIndex={-1} aria-busy={loading}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
