import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ReportMachines, ReportSource } from "../../../api/messages";
import { percent } from "../../../i18n/format";
import { componentMessages } from "../../../i18n/score-messages";
import { EVENTS, RATES } from "../../../lib/score-parts";
import { Card } from "../../../ui/Card";
import { DatabaseOf } from "../../../ui/DatabaseOf";
import { Described, DescriptionList } from "../../../ui/DescriptionList";
import { CONFIG_ID, useReport } from "../report/use-report";
import { configMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The settings that the result was calculated with. */
export function Settings(): ReactNode {
  const intl = useIntl();
  const { partition } = useReport();
  const { config, changedSince } = partition;
  if (!config) return null;
  const weights = [...RATES, ...EVENTS].flatMap((component) => {
    const weight = config.weights[component];
    if (weight === undefined) return [];
    return [`${intl.formatMessage(componentMessages[component])} ${percent(intl, Number(weight) * 100)}`];
  });
  return (
    <div id={CONFIG_ID} tabIndex={-1}>
      <Card title={messages.title} description={changedSince && messages.changed}>
        <DescriptionList>
          <Described by={wordMessages.period}>
            <FormattedMessage {...messages.days} values={{ days: config.daysAgo }} />
          </Described>
          <Described by={wordMessages.weights}>{weights.join(", ")}</Described>
          <dt>
            <FormattedMessage {...messages.percentile} />
          </dt>
          <dd className="number">{Math.round(config.percentile * 100)}</dd>
          <Machines machines={partition.machines} leftOut={config.leaveOutMachines} />
          {config.dataSources.map((source) => (
            <Source key={source.uid} source={source} />
          ))}
        </DescriptionList>
      </Card>
    </div>
  );
}

interface MachinesProps {
  readonly machines: ReportMachines | undefined;
  readonly leftOut: boolean;
}

/** The number of machine opens and machine clicks of e-mails, and whether they count. */
function Machines({ machines, leftOut }: MachinesProps): ReactNode {
  const intl = useIntl();
  if (!machines) return null;
  const policy = intl.formatMessage(leftOut ? messages.leftOut : messages.counted);
  return (
    <>
      <Described by={messages.machineOpens}>
        <FormattedMessage
          {...messages.share}
          values={{ share: percent(intl, machines.machineOpenedPercent), policy }}
        />
      </Described>
      <Described by={messages.machineClicks}>
        <FormattedMessage
          {...messages.share}
          values={{ share: percent(intl, machines.machineClickedPercent), policy }}
        />
      </Described>
    </>
  );
}

function Source({ source }: { readonly source: ReportSource }): ReactNode {
  const { uid, includedAll, includedGroups, excludedGroups } = source;
  const { formatMessage } = useIntl();
  const names = (groups: ReportSource["includedGroups"]): string =>
    groups.map(({ id, name }) => name || formatMessage(messages.unnamedGroup, { id: String(id) })).join(", ");
  return (
    <>
      <dt>
        <DatabaseOf uid={uid} />
      </dt>
      <dd>
        {includedAll ? (
          <FormattedMessage {...messages.whole} />
        ) : (
          <FormattedMessage {...messages.scored} values={{ groups: names(includedGroups) }} />
        )}
        {excludedGroups.length > 0 && (
          <>
            {"; "}
            <FormattedMessage {...messages.excluded} values={{ groups: names(excludedGroups) }} />
          </>
        )}
      </dd>
    </>
  );
}
