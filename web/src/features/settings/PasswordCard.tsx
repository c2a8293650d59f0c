import { Form, Input } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { showSnackbar } from "../../stores/app-store";
import { Card } from "../../ui/Card";
import { FaultAlert } from "../../ui/FaultAlert";
import { NewPassword } from "../../ui/NewPassword";
import { useFormSubmission, type Places } from "../../ui/use-form-submission";
import { settingsMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";
import { Button } from "../../ui/Button";

interface Passwords {
  readonly current: string;
  readonly password: string;
}

const PLACES: Places = {
  paths: { currentPassword: "current", newPassword: "password" },
  reasons: {
    ACCOUNT_INVALID_LOGIN: "current",
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
    ACCOUNT_PASSWORD_UNCHANGED: "password",
  },
};

/** Changing the password; the person's other sessions end. */
export function PasswordCard(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [form] = Form.useForm<Passwords>();
  const { busy, fault, submit, forget } = useFormSubmission<Passwords>(
    form,
    PLACES,
    async ({ current, password }) => {
      await clientOf(api, AccountService).changePassword({ currentPassword: current, newPassword: password });
      form.resetFields();
      showSnackbar({ message: messages.passwordChanged });
    },
    (reason) => (reason === "ACCOUNT_INVALID_LOGIN" ? formatMessage(messages.wrongPassword) : undefined),
  );
  return (
    <Card
      title={<FormattedMessage {...messages.password} />}
      description={<FormattedMessage {...messages.passwordLead} />}
    >
      {fault && <FaultAlert fault={fault} />}
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
