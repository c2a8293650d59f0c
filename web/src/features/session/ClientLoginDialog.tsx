import { Button, Form, Input, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import type { Fault } from "../../api/fault";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-messages";
import { openDialog } from "../../stores/app-store";
import { enterAccount } from "./client-account";
import { clientMessages } from "./client-messages";

/** Asks for the number of a client's account and enters it. */
export function ClientLoginDialog(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const [form] = Form.useForm<{ readonly clientId: string }>();
  const [busy, setBusy] = useState(false);
  const close = (): void => openDialog(undefined);

  const enter = async ({ clientId }: { readonly clientId: string }): Promise<void> => {
    setBusy(true);
    const fault = await enterAccount(api, clientId.trim());
    setBusy(false);
    if (!fault) {
      close();
      return;
    }
    form.setFields([{ name: "clientId", errors: [formatMessage(faultMessage(fault)), ...hints(fault)] }]);
    form.focusField("clientId");
  };
  const hints = (fault: Fault): string[] => (fault.httpStatus === 404 ? [formatMessage(clientMessages.unknown)] : []);

  return (
    <Modal
      open
      title={formatMessage(clientMessages.title)}
      onCancel={close}
      destroyOnHidden
      width={440}
      footer={[
        <Button key="cancel" onClick={close}>
          <FormattedMessage {...commonMessages.cancel} />
        </Button>,
        <Button key="enter" type="primary" loading={busy} onClick={() => form.submit()}>
          <FormattedMessage {...clientMessages.enter} />
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void enter(values)}
      >
        <Form.Item
          name="clientId"
          label={<FormattedMessage {...clientMessages.clientId} />}
          extra={<FormattedMessage {...clientMessages.hint} />}
          rules={[{ required: true, whitespace: true, message: formatMessage(commonMessages.required) }]}
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={64} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
