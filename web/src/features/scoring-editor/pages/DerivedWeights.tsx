import { useEffect, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { componentMessages } from "../../../i18n/score-messages";
import { RATES } from "../../../lib/score-parts";
import { Card } from "../../../ui/Card";
import { useEditor, useEditorState } from "../editor-context";
import type { SharedChannel } from "../model/shares";
import { stepPageMessages as messages } from "./step-messages";

interface DerivedWeightsProps {
  readonly channel: SharedChannel;
  /** The shares add up. */
  readonly ready: boolean;
}

/** What the rules make of the shares. */
export function DerivedWeights({ channel, ready }: DerivedWeightsProps): ReactNode {
  const { preview } = useEditor();
  const draft = useEditorState((state) => state.draft);
  const answer = useEditorState((state) => state.preview.answer);
  // Asked anew as the shares change.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => preview.askSoon(false), [preview, draft]);
  const weights: Readonly<Record<string, number>> = { ...answer?.channels[channel]?.weights };
  return (
    <Card title={<FormattedMessage {...messages.derived} />}>
      {ready ? (
        <ul>
          {RATES.map((rate) =>
            weights[rate] === undefined ? null : (
              <li key={rate}>
                <FormattedMessage {...componentMessages[rate]} />{" "}
                <FormattedNumber value={weights[rate] / 100} style="percent" />
              </li>
            ),
          )}
        </ul>
      ) : (
        <FormattedMessage {...messages.derivedLater} />
      )}
    </Card>
  );
}
