import { Form, Input } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { showSnackbar } from "../../stores/app-store";
import { Card } from "../../ui/Card";
import { FaultAlert } from "../../ui/FaultAlert";
import { NewPassword } from "../../ui/NewPassword";
import { useSubmission } from "../../ui/use-submission";
import { settingsMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";
import { Button } from "../../ui/Button";

interface Passwords {
  readonly current: string;
  readonly password: string;
}

/** Which field a refusal belongs to. */
const FIELD_OF: Readonly<Record<string, keyof Passwords>> = {
  ACCOUNT_INVALID_LOGIN: "current",
  ACCOUNT_WEAK_PASSWORD: "password",
  ACCOUNT_COMMON_PASSWORD: "password",
  ACCOUNT_PASSWORD_UNCHANGED: "password",
};

/** Changing the password; the person's other sessions end. */
export function PasswordCard(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [form] = Form.useForm<Passwords>();
  const { busy, fault, submit, forget } = useSubmission<Passwords>(
    async ({ current, password }) => {
      await api.account.changePassword({ currentPassword: current, newPassword: password });
      form.resetFields();
      showSnackbar({ message: messages.passwordChanged });
    },
    (refused) => {
      const name = FIELD_OF[refused.reason];
      if (name === undefined) return;
      const words = name === "current" ? messages.wrongPassword : faultMessage(refused);
      form.setFields([{ name, errors: [formatMessage(words)] }]);
      form.focusField(name);
    },
  );
  return (
    <Card
      title={<FormattedMessage {...messages.password} />}
      description={<FormattedMessage {...messages.passwordLead} />}
    >
      {fault && FIELD_OF[fault.reason] === undefined && <FaultAlert fault={fault} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={["onBlur", "onSubmit"]}
        scrollToFirstError={{ focus: true }}
        className={styles["narrow"] ?? ""}
        onValuesChange={forget}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="current"
          label={<FormattedMessage {...messages.currentPassword} />}
          validateTrigger="onSubmit"
          rules={[{ required: true, message: formatMessage(commonMessages.required) }]}
        >
          <Input.Password size="large" autoComplete="current-password" maxLength={1024} />
        </Form.Item>
        <NewPassword label={<FormattedMessage {...messages.newPassword} />} differentFrom="current" />
        <Button type="primary" htmlType="submit" loading={busy}>
          <FormattedMessage {...messages.changePassword} />
        </Button>
      </Form>
    </Card>
  );
}
