import { useState, type ReactNode, type SyntheticEvent } from "react";
import { useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { TrackingService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { Button } from "../../../ui/Button";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Field } from "../../../ui/Field";
import { useSubmission } from "../../../ui/use-submission";
import styles from "../Connections.module.css";
import { connectionMessages, webMessages as messages } from "../messages";

interface AddWebsiteProps {
  readonly uids: readonly string[];
  /** Whether this is the page's main action. */
  readonly primary: boolean;
  readonly onAdded: (siClientId: string) => void;
}

/** Adds a website: its domain, and the database of its visitors' contacts. */
export function AddWebsite({ uids, primary, onAdded }: AddWebsiteProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState("");
  const [uid, setUid] = useState(uids[0] ?? "");
  const [empty, setEmpty] = useState(false);
  const adding = useSubmission<string>(async (domain) => {
    const { siClientId } = await clientOf(api, TrackingService).createWebTrackingAccount({ uid, domain });
    setTyped("");
    await revalidate();
    onAdded(siClientId);
  });
  const domain = hostOf(typed);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTyped(domain);
    setEmpty(domain === "");
    if (domain !== "") void adding.submit(domain);
  };
  const { fault } = adding;
  const atField = fault !== undefined && (fault.reason === "TRACKING_EXISTS" || fault.fields.length > 0);
  const wrong = fault?.reason === "TRACKING_EXISTS" ? faultMessage(fault) : messages.domainInvalid;
  return (
    <form className={styles["form"]} noValidate onSubmit={submit}>
      {fault && !atField && <FaultAlert fault={fault} />}
      <div className={styles["row"]}>
        <Field
          label={messages.domain}
          name="domain"
          placeholder="sklep.example.com"
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          value={typed}
          error={empty ? formatMessage(commonMessages.required) : atField ? formatMessage(wrong) : undefined}
          // Shows the domain that will be added.
          onBlur={() => setTyped(domain)}
          onChange={(event) => {
            setTyped(event.target.value);
            setEmpty(false);
            adding.forget();
          }}
        />
        {uids.length > 1 && <DatabaseSelect size="large" value={uid} uids={uids} onChange={setUid} />}
      </div>
      <Button
        label={connectionMessages.addWebsite}
        type={primary ? "primary" : "default"}
        htmlType="submit"
        loading={adding.busy}
      />
    </form>
  );
}

/** The host of the typed or pasted text, which may be a page's URL or a domain. */
function hostOf(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#:].*$/, "");
}
