import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Card } from "../../../ui/Card";
import { Choice } from "../../../ui/Choice";
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
  const chosen = (policy: Policy) => ({
    name,
    checked: reading.consentPolicy === policy,
    onChoose: () => actions.decide(policy),
  });
  return (
    <Card title={<FormattedMessage {...messages.existing} />}>
      <fieldset className={styles["kinds"]}>
        <legend className="visually-hidden">
          <FormattedMessage {...messages.existing} />
        </legend>
        <Choice {...chosen("keep")} title={<FormattedMessage {...messages.keep} />}>
          {kept ? (
            <FormattedMessage
              {...messages.keepText}
              values={{ withdrawn: kept.emailConsentsWithdrawn + kept.smsConsentsWithdrawn }}
            />
          ) : (
            <FormattedMessage {...messages.counting} />
          )}
        </Choice>
        <Choice {...chosen("")} title={<FormattedMessage {...messages.apply} />}>
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
        </Choice>
      </fieldset>
    </Card>
  );
}
