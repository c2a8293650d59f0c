import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { NavLink, useLocation, useNavigate } from "react-router";
import { isOn } from "../../../flags/flags";
import { paths } from "../../../lib/paths";
import { Select } from "../../../ui/Select";
import { TABS, tabOf } from "../report/tabs";
import { tabMessages } from "../report/messages";
import styles from "./Tabs.module.css";
import { useFrame } from "../report/use-report";

/** The pages of the report: links, or a select on a phone. */
export function Tabs(): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { scoring, channel, view } = useFrame();
  const tabs = TABS.filter(({ channels, flag }) => channel && channels.includes(channel) && (!flag || isOn(flag)));
  const to = (segment: string): string => paths.report(scoring.id, view, segment);
  return (
    <nav aria-label={formatMessage(tabMessages.tabs)} className={styles["tabs"]}>
      <div className={styles["links"]}>
        {tabs.map((tab) => (
          <NavLink key={tab.segment} className={styles["tab"]} to={to(tab.segment)} preventScrollReset>
            <FormattedMessage {...tab.message} />
          </NavLink>
        ))}
      </div>
      <div className={styles["choice"]}>
        <label className="visually-hidden" htmlFor={id}>
          <FormattedMessage {...tabMessages.tabs} />
        </label>
        <Select
          id={id}
          value={tabOf(pathname)?.segment ?? ""}
          options={tabs.map((tab) => ({ value: tab.segment, label: formatMessage(tab.message) }))}
          onChange={(segment) => void navigate(to(segment), { preventScrollReset: true })}
        />
      </div>
    </nav>
  );
}
