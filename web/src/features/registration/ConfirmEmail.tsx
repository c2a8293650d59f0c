import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import styles from "./ConfirmEmail.module.css";
import { registrationMessages as messages } from "./messages";

/** After registration: the account waits for the link in the e-mail. */
export function ConfirmEmail({ email }: { readonly email: string }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <BlankLayout
      title={formatMessage(messages.confirm)}
      below={
        <Link to={paths.login}>
          <FormattedMessage {...commonMessages.logIn} />
        </Link>
      }
    >
      <div className={styles["notice"]} role="status">
        <Icon of={MailOutlined} className={styles["icon"] ?? ""} />
        <p>
          <FormattedMessage {...messages.confirmText} values={{ email: <strong>{email}</strong> }} />
        </p>
        <p className={styles["hint"]}>
          <FormattedMessage {...messages.confirmHint} />
        </p>
      </div>
    </BlankLayout>
  );
}
