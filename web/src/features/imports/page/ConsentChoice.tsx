import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Card } from "../../../ui/Card";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import type { Policy } from "../model/reading";
import { consentMessages as messages } from "./columns-messages";

/** Whether the file may change consents of contacts that are there, and what each choice comes to. */
export function ConsentChoice(): ReactNode {
  const { actions } = useImport();
  const { reading, checks } = useImportState((state) => state);
  const effects = checks[""]?.check?.effects;
  const kept = checks["keep"]?.check?.effects;
  const name = useId();
  const radio = (policy: Policy): ReactNode => (
    <input
      type="radio"
      name={name}
      checked={reading.consentPolicy === policy}
      onChange={() => actions.decide(policy)}
    />
  );
  return (
    <Card title={<FormattedMessage {...messages.existing} />}>
      <fieldset className={styles["kinds"]}>
        <legend className="visually-hidden">
          <FormattedMessage {...messages.existing} />
        </legend>
        <label className={styles["option"]}>
          {radio("keep")}
          <strong>
            <FormattedMessage {...messages.keep} />
          </strong>
          <span className={styles["quiet"]}>
            {kept ? (
              <FormattedMessage
                {...messages.keepText}
                values={{ withdrawn: kept.emailConsentsWithdrawn + kept.smsConsentsWithdrawn }}
              />
            ) : (
              <FormattedMessage {...messages.counting} />
            )}
          </span>
        </label>
        <label className={styles["option"]}>
          {radio("")}
          <strong>
            <FormattedMessage {...messages.apply} />
          </strong>
          <span className={styles["quiet"]}>
            {effects ? (
              <FormattedMessage
                {...messages.applyText}
                values={{
                  given:
                    effects.emailConsentsGiven -
                    effects.newEmailConsents +
                    effects.smsConsentsGiven -
                    effects.newSmsConsents,
                  withdrawn: effects.emailConsentsWithdrawn + effects.smsConsentsWithdrawn,
                  kept: effects.unsubscribedKept,
                }}
              />
            ) : (
              <FormattedMessage {...messages.counting} />
            )}
          </span>
        </label>
      </fieldset>
    </Card>
  );
}
