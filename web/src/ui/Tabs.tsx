import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { Message } from "../i18n/define-messages";
import { Select } from "./Select";
import styles from "./Tabs.module.css";

interface TabsProps {
  readonly label: Message;
  readonly tabs: readonly { readonly to: string; readonly name: Message }[];
  /** The address of the open tab. */
  readonly open: string | undefined;
  /** On a phone the names do not fit on one line: a select has their place. */
  readonly long?: boolean;
}

/** The parts of a page, or of a list: links to them, the open one marked. */
export function Tabs({ label, tabs, open = "", long = false }: TabsProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  return (
    <nav aria-label={formatMessage(label)} className={styles["tabs"]} data-long={long} data-screen>
      <div className={styles["links"]}>
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} aria-current={to === open ? "page" : undefined} preventScrollReset>
            <FormattedMessage {...name} />
          </Link>
        ))}
      </div>
      {long && (
        <Select
          aria-label={formatMessage(label)}
          value={open}
          options={tabs.map(({ to, name }) => ({ value: to, label: formatMessage(name) }))}
          onChange={(to) => void navigate(to, { preventScrollReset: true })}
        />
      )}
    </nav>
  );
}
