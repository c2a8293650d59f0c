import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { ImportEffects } from "../../../api/messages";
import { MESSAGE_CHANNELS } from "../../../lib/channel";
import { Card } from "../../../ui/Card";
import { Choice } from "../../../ui/Choice";
import { useImport, useImportState } from "../import-context";
import type { Policy } from "../model/reading";
import { consentMessages as messages } from "./columns-messages";

/** Whether the file may change consents of existing contacts, and the effects of each choice. */
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
    <Card title={messages.existing}>
      <fieldset className="stack tight">
        <legend className="visually-hidden">
          <FormattedMessage {...messages.existing} />
        </legend>
        <Choice {...chosen("keep")} title={messages.keep}>
          {kept ? (
            <FormattedMessage {...messages.keepText} values={{ withdrawn: sum(kept, "withdrawn") }} />
          ) : (
            <FormattedMessage {...messages.counting} />
          )}
        </Choice>
        <Choice {...chosen("")} title={messages.apply}>
          {effects ? (
            <FormattedMessage
              {...messages.applyText}
              values={{
                given: sum(effects, "given") - sum(effects, "newGiven"),
                withdrawn: sum(effects, "withdrawn"),
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

/** Sums a count over all channels. */
function sum(effects: ImportEffects, count: "given" | "newGiven" | "withdrawn"): number {
  return MESSAGE_CHANNELS.reduce((all, channel) => all + effects[CHANNEL_FIELDS[channel][count]], 0);
}
