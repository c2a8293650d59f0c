import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Card } from "../../../ui/Card";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import type { Policy } from "../model/reading";
import { checkMessages as messages } from "./check-messages";

/** Whether the file may change consents, and what each choice comes to. */
export function ConsentChoice(): ReactNode {
  const { actions } = useImport();
  const { reading, checks } = useImportState((state) => state);
  const effects = checks[""]?.check?.effects;
  const name = useId();
  const radio = (policy: Policy): ReactNode => (
    <input
      type="radio"
      name={name}
      checked={reading.consentPolicy === policy}
      onChange={() => actions.decide(policy)}
    />
  );
  const given = (effects?.emailConsentsGiven ?? 0) + (effects?.smsConsentsGiven ?? 0);
  const withdrawn = (effects?.emailConsentsWithdrawn ?? 0) + (effects?.smsConsentsWithdrawn ?? 0);
  return (
    <Card title={<FormattedMessage {...messages.consents} />}>
      <fieldset className={styles["kinds"]}>
        <legend className="visually-hidden">
          <FormattedMessage {...messages.consents} />
        </legend>
        <label className={styles["option"]}>
          {radio("keep")}
          <strong>
            <FormattedMessage {...messages.keep} />
          </strong>
          <span className={styles["quiet"]}>
            <FormattedMessage {...messages.keepText} />
          </span>
        </label>
        <label className={styles["option"]}>
          {radio("")}
          <strong>
            <FormattedMessage {...messages.apply} />
          </strong>
          <span className={styles["quiet"]}>
            {effects ? (
              <FormattedMessage {...messages.applyText} values={{ given, withdrawn, kept: effects.unsubscribedKept }} />
            ) : (
              <FormattedMessage {...messages.applyCounting} />
            )}
          </span>
          {effects && (
            <span className={styles["quiet"]}>
              <FormattedMessage
                {...messages.applyByChannel}
                values={{
                  emailGiven: effects.emailConsentsGiven,
                  emailWithdrawn: effects.emailConsentsWithdrawn,
                  smsGiven: effects.smsConsentsGiven,
                  smsWithdrawn: effects.smsConsentsWithdrawn,
                }}
              />
            </span>
          )}
        </label>
      </fieldset>
    </Card>
  );
}
