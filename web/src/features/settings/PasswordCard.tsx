import { useState, type ReactNode } from "react";
import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { showSnackbar } from "../../stores/app-store";
import { Card } from "../../ui/Card";
import { FaultAlert } from "../../ui/FaultAlert";
import { Field } from "../../ui/Field";
import { checkNewPassword, NewPassword, NO_PASSWORD } from "../../ui/NewPassword";
import { useForm, type Places } from "../../ui/use-form";
import { settingsMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";
import { Button } from "../../ui/Button";

const EMPTY = { ...NO_PASSWORD, current: "" };

const PLACES: Places = {
  paths: { currentPassword: "current", newPassword: "password" },
  reasons: {
    ACCOUNT_INVALID_LOGIN: "current",
    ACCOUNT_WEAK_PASSWORD: "password",
    ACCOUNT_COMMON_PASSWORD: "password",
    ACCOUNT_PASSWORD_UNCHANGED: "password",
  },
};

/** Changing the password, which ends the user's other sessions. */
export function PasswordCard(): ReactNode {
  const api = useApi();
  const [values, setValues] = useState(EMPTY);
  const { form, busy, fault, errors, submit, look, forget, text } = useForm({
    values,
    places: PLACES,
    check: (typed) => ({
      current: typed.current === "" && commonMessages.required,
      ...checkNewPassword(typed, typed.current),
    }),
    send: async ({ current, password }) => {
      await clientOf(api, AccountService).changePassword({ currentPassword: current, newPassword: password });
      setValues(EMPTY);
      showSnackbar({ message: messages.passwordChanged });
    },
    words: (reason) => (reason === "ACCOUNT_INVALID_LOGIN" ? messages.wrongPassword : undefined),
  });
  const change = (part: Partial<typeof EMPTY>): void => {
    setValues({ ...values, ...part });
    forget(...Object.keys(part));
  };
  return (
    <Card id="password" title={messages.password} description={messages.passwordLead}>
      {fault && <FaultAlert fault={fault} />}
      <form ref={form} noValidate className={styles["narrow"]} onSubmit={submit}>
        <Field
          type="password"
          label={messages.currentPassword}
          autoComplete="current-password"
          maxLength={1024}
          {...text("current", values.current, (current) => change({ current }))}
        />
        <NewPassword label={messages.newPassword} values={values} errors={errors} onChange={change} onBlur={look} />
        <Button label={messages.changePassword} type="primary" htmlType="submit" loading={busy} />
      </form>
    </Card>
  );
}
