import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { channelMessages } from "../../../i18n/common-messages";
import { componentMessages } from "../../../i18n/score-messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { RATES } from "../../../lib/score-parts";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Switch } from "../../../ui/Checkbox";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { customDefaults } from "../model/draft";
import { sumOfWeights } from "../model/own-weights";
import percent from "../parts/Percent.module.css";
import { PercentRow } from "../parts/PercentRow";
import { SumLine } from "../parts/SumLine";
import { SummaryFrame } from "./SummaryFrame";
import { Machines, Percentile } from "./SummarySections";
import { stepPageMessages as messages } from "./messages";

export { WeightsPage as Component };

/** Custom weights, and everything else that a scoring needs before it is started. */
function WeightsPage(): ReactNode {
  const [{ channels }] = useDraft();
  return (
    <SummaryFrame lead={messages.weightsLead}>
      {MESSAGE_CHANNELS.map((channel) => channels.includes(channel) && <OwnWeights key={channel} channel={channel} />)}
    </SummaryFrame>
  );
}

/** The weight of each part of one channel's score; 0 for a part that is switched off. */
function OwnWeights({ channel }: { readonly channel: MessageChannel }): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useEditor();
  const [draft, change] = useDraft();
  const { weights } = draft[channel];
  const defaults = customDefaults(channel, data.constants);
  const readOnly = useReadOnly();
  const put = (next: typeof weights): void => change({ [channel]: { ...draft[channel], weights: next } });
  const set = (rate: string, weight: number | undefined): void => {
    const others = Object.fromEntries(Object.entries(weights).filter(([name]) => name !== rate));
    put(weight === undefined ? others : { ...others, [rate]: weight });
  };
  return (
    <Card
      title={<FormattedMessage {...messages.weightsOf} values={{ channel: formatMessage(channelMessages[channel]) }} />}
      extra={!readOnly && <Button label={messages.restore} size="small" onClick={() => put(defaults)} />}
    >
      <div className={percent["rows"]}>
        {RATES.filter((rate) => rate in defaults).map((rate) => {
          const label = formatMessage(componentMessages[rate]);
          const weight = weights[rate];
          return (
            <PercentRow
              key={rate}
              label={label}
              value={weight}
              active={weight !== 0}
              readOnly={readOnly}
              invalid={weight === undefined}
              start={
                !readOnly && (
                  <Switch
                    aria-label={formatMessage(messages.counts, { part: label })}
                    checked={weight !== 0}
                    onChange={(on) => set(rate, on ? defaults[rate] : 0)}
                  />
                )
              }
              hint={
                weight === undefined ? (
                  <FormattedMessage {...messages.weightMissing} />
                ) : (
                  <FormattedMessage {...messages.weightHint} values={{ points: weight }} />
                )
              }
              onChange={(next) => set(rate, next)}
            />
          );
        })}
      </div>
      <SumLine sum={sumOfWeights(weights)} />
      <Percentile channel={channel} />
      {channel === "mailing" && <Machines />}
    </Card>
  );
}
