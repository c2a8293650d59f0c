import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { BlankLayout } from "../../ui/BlankLayout";
import { Button } from "../../ui/Button";
import { FaultAlert } from "../../ui/FaultAlert";
import { Icon } from "../../ui/Icon";
import { PageLink } from "../../ui/PageLink";
import { useSubmission } from "../../ui/use-submission";
import styles from "./ConfirmEmail.module.css";
import { registrationMessages as messages } from "./messages";

interface ConfirmEmailProps {
  readonly email: string;
  readonly sendAgain: () => Promise<unknown>;
}

/** After registration: the account waits for the link in the e-mail. */
export function ConfirmEmail({ email, sendAgain }: ConfirmEmailProps): ReactNode {
  const { busy, done, fault, submit } = useSubmission(sendAgain);
  return (
    <BlankLayout focus title={messages.confirm} below={<PageLink label={commonMessages.logIn} to={paths.login} />}>
      <div className={styles["notice"]}>
        <Icon of={MailOutlined} className={styles["icon"] ?? ""} />
        <p>
          <FormattedMessage {...messages.confirmText} values={{ email: <strong>{email}</strong> }} />
        </p>
        <p className="quiet" role="status">
          <FormattedMessage {...(done ? messages.sentAgain : messages.confirmHint)} />
        </p>
      </div>
      {fault && <FaultAlert fault={fault} />}
      <Button label={messages.sendAgain} block loading={busy} onClick={() => void submit(undefined)} />
    </BlankLayout>
  );
}
