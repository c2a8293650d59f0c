import RocketOutlined from "@ant-design/icons-svg/es/asn/RocketOutlined";
import { Icon } from "../../ui/Icon";
import { Fragment, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { StatePanel } from "../../ui/StatePanel";
import styles from "./HowToStart.module.css";
import { scoringsMessages } from "./messages";

/** What a scoring needs first, with the calls that bring it. Addresses and columns are the API's own words. */
const STEPS = [
  {
    message: scoringsMessages.stepContacts,
    call: "POST /api/protected/saresystem/contacts:import",
    detail: "uid,external_id,email,gsm,created_at,email_consent,sms_consent,groups",
  },
  {
    message: scoringsMessages.stepEngagement,
    call: "POST /api/protected/saresystem/engagement:import",
    detail: "event_id,occurred_at,uid,type,message_id,category,external_id,email,gsm",
  },
] as const;

/** In place of an empty list: how to get a first scoring. */
export function HowToStart(): ReactNode {
  return (
    <StatePanel icon={<Icon of={RocketOutlined} />} title={<FormattedMessage {...scoringsMessages.emptyTitle} />}>
      <p>
        <FormattedMessage {...scoringsMessages.emptyText} />
      </p>
      <Steps />
    </StatePanel>
  );
}

/** What is needed first with its calls, and the way to a scoring. */
export function Steps(): ReactNode {
  return (
    <ol className={styles["steps"]}>
      {STEPS.map(({ message, call, detail }) => (
        <li key={call}>
          <FormattedMessage {...message} />
          <code className={styles["code"]}>{call}</code>
          <code className={styles["code"]}>
            {detail.split(/(?<=,)/).map((column) => (
              <Fragment key={column}>
                {column}
                <wbr />
              </Fragment>
            ))}
          </code>
        </li>
      ))}
      <li>
        <FormattedMessage {...scoringsMessages.stepScoring} />{" "}
        <Link to={paths.scoringChannel}>
          <FormattedMessage {...scoringsMessages.calculateNew} />
        </Link>
      </li>
    </ol>
  );
}
