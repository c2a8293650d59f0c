import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData, useNavigate } from "react-router";
import { useApi } from "../../api/api-context";
import { BlankLayout } from "../../ui/BlankLayout";
import { Button } from "../../ui/Button";
import { dropLink, followLink, type EnterData } from "./link-entry";
import { sessionMessages } from "./messages";

export { EnterPage as Component };

/** Shown when a link would sign in while another user is signed in: the user decides. */
function EnterPage(): ReactNode {
  const api = useApi();
  const navigate = useNavigate();
  const { email } = useLoaderData<EnterData>();
  const [busy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    void navigate(await followLink(api), { replace: true });
  };
  return (
    <BlankLayout
      title={sessionMessages.enterTitle}
      lead={
        email === "" ? (
          sessionMessages.enterText
        ) : (
          <FormattedMessage {...sessionMessages.enterTextNamed} values={{ email: <strong>{email}</strong> }} />
        )
      }
    >
      <Button
        label={sessionMessages.enterStay}
        type="primary"
        size="large"
        block
        onClick={() => void navigate(dropLink(), { replace: true })}
      />
      <Button label={sessionMessages.enterSubmit} size="large" block loading={busy} onClick={() => void enter()} />
    </BlankLayout>
  );
}
