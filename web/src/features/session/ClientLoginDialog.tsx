import { useId, useState, type SyntheticEvent, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { openDialog } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { enterAccount } from "./client-account";
import { clientMessages } from "./client-messages";

/** Asks for the number of a client's account and enters it. */
export function ClientLoginDialog(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = (): void => openDialog(undefined);

  const enter = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    const id = input?.value.trim() ?? "";
    const refuse = (words: string): void => {
      setError(words);
      input?.focus();
    };
    if (id === "") {
      refuse(formatMessage(commonMessages.required));
      return;
    }
    setBusy(true);
    const fault = await enterAccount(api, id);
    setBusy(false);
    if (!fault) close();
    else if (fault.httpStatus === 404)
      refuse(`${formatMessage(faultMessage(fault))}. ${formatMessage(clientMessages.unknown)}`);
    else refuse(formatMessage(faultMessage(fault)));
  };

  return (
    <Dialog
      title={<FormattedMessage {...clientMessages.title} />}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button type="primary" htmlType="submit" form={form} loading={busy}>
            <FormattedMessage {...clientMessages.enter} />
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void enter(event)}>
        <Field
          name="clientId"
          label={<FormattedMessage {...clientMessages.clientId} />}
          extra={<FormattedMessage {...clientMessages.hint} />}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
          onChange={() => setError(undefined)}
        />
      </form>
    </Dialog>
  );
}
