import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MailProvider } from "../../../api/messages";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import styles from "../Connections.module.css";
import { useMe } from "../../session";
import { CopyField } from "../../../ui/CopyButton";
import { MadeBy, OwnPeopleOnly } from "../MadeBy";
import { mailMessages as messages, stepMessages } from "../mail-messages";
import { NAMING, STEPS } from "./providers";
import { ProviderForm } from "./ProviderForm";
import { wordMessages } from "../../../i18n/word-messages";

interface SetUpProps {
  readonly provider: MailProvider;
  readonly uids: readonly string[];
}

/** The set-up steps here and at the provider, in the provider's own words. */
export function SetUp({ provider, uids }: SetUpProps): ReactNode {
  // A new password; the server returns it only once.
  const [password, setPassword] = useState("");
  const { provider: name, path, username } = provider;
  const steps = STEPS[name] ?? { before: 0, after: 0 };
  const there = path !== "";
  const { ownPerson } = useMe();
  const form = ownPerson ? (
    <ProviderForm provider={provider} uids={uids} onPassword={setPassword} />
  ) : (
    <OwnPeopleOnly />
  );
  return (
    <Card title={messages.setUp} description={there ? undefined : messages.setUpText}>
      <div className="stack">
        {steps.before > 0 && <Steps of={name} from={1} count={steps.before} />}
        {!there && form}
        {there && (
          <>
            <MadeBy who={provider.madeBy} />
            <CopyField label={messages.address} value={window.location.origin + path} action={messages.copyAddress} />
            {username !== "" && <CopyField label={messages.username} value={username} action={messages.copyUsername} />}
            {password !== "" && (
              <>
                <Notice type="success" role="status" title={messages.passwordOnce} />
                <CopyField label={wordMessages.password} value={password} action={messages.copyPassword} />
              </>
            )}
            <div className="stack tight">
              <CopyField label={messages.naming} value={NAMING[name] ?? ""} action={messages.copyNaming} />
              <p className="quiet">
                <FormattedMessage {...messages.namingText} />
              </p>
            </div>
            <Steps of={name} from={steps.before + 1} count={steps.after} />
            {form}
          </>
        )}
      </div>
    </Card>
  );
}

interface StepsProps {
  readonly of: string;
  readonly from: number;
  readonly count: number;
}

function Steps({ of, from, count }: StepsProps): ReactNode {
  return (
    <ol className={styles["steps"]} start={from}>
      {Array.from({ length: count }, (_, at) => stepMessages[`${of}${from + at}`]).map(
        (message) => message && <li key={message.id}>{<FormattedMessage {...message} />}</li>,
      )}
    </ol>
  );
}
