import { useRef, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { toFault } from "../../api/fault";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { openDialog } from "../../stores/app-store";
import { Field } from "../../ui/Field";
import { FormDialog } from "../../ui/FormDialog";
import { enterAccount } from "./client-account";
import { clientMessages } from "./messages";

/** Asks for the number of a client account and enters that account. */
export function ClientLoginDialog(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = (): void => openDialog(undefined);

  const enter = async (): Promise<void> => {
    const input = form.current?.querySelector("input");
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
    const fault = await enterAccount(api, id).then(() => undefined, toFault);
    setBusy(false);
    if (!fault) close();
    else if (fault.httpStatus === 404)
      refuse(`${formatMessage(faultMessage(fault))}. ${formatMessage(clientMessages.unknown)}`);
    else refuse(formatMessage(faultMessage(fault)));
  };

  return (
    <FormDialog
      title={clientMessages.title}
      width={440}
      submit={clientMessages.enter}
      busy={busy}
      form={form}
      onSubmit={() => void enter()}
      onClose={close}
    >
      <Field
        name="clientId"
        label={clientMessages.clientId}
        extra={clientMessages.hint}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        maxLength={64}
        onChange={() => setError(undefined)}
      />
    </FormDialog>
  );
}
