import { scaleBand, scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { channelMessages } from "../../i18n/common-messages";
import { MESSAGE_CHANNELS } from "../../lib/channel";
import { formatDayMonth } from "../../lib/dates";
import { Legend, legendHeight, NameAxis, ValueAxis } from "../../ui/charts/Axes";
import { bandFill } from "../../ui/charts/band-colors";
import { Grows } from "../../ui/charts/Grows";
import { textWidth, useSurface } from "../../ui/charts/surface";
import type { DaySent } from "./days";
import { countMessages, sendingsMessages as messages } from "./messages";

/** Tones of the channels in their order, with enough contrast to be distinguished without colour. */
const TONES = [3, 0, 4, 1] as const;

/** The sendings of each day as columns; channels are stacked in their order. A day without sendings keeps its place. */
export function SentDrawing({ days }: { readonly days: readonly DaySent[] }): ReactNode {
  const { width, height } = useSurface();
  const { formatNumber, formatMessage } = useIntl();
  const channels = MESSAGE_CHANNELS.filter((channel) => days.some(({ sent }) => sent[channel] > 0));
  const look = (channel: (typeof channels)[number]) => bandFill(TONES[MESSAGE_CHANNELS.indexOf(channel)] ?? 0);
  const sum = (sent: DaySent["sent"], of: typeof channels): number => of.reduce((all, one) => all + sent[one], 0);
  const names = channels.map((channel) => formatMessage(channelMessages[channel]));
  const highest = Math.max(1, ...days.map(({ sent }) => sum(sent, channels)));
  const up = scaleLinear([0, highest], [0, 1]).nice(4);
  const ticks = up.ticks(4).filter((tick) => Number.isInteger(tick));
  const margins = {
    top: 14 + legendHeight(names, width - 40),
    right: 18,
    bottom: 44,
    left: 34 + Math.max(...ticks.map((tick) => textWidth(formatNumber(tick)))),
  };
  up.range([height - margins.bottom, margins.top]);
  const across = scaleBand(
    days.map(({ day }) => day),
    [margins.left, width - margins.right],
  ).padding(days.length > 120 ? 0 : 0.2);
  const wide = across.bandwidth();
  // Very narrow columns would show only their edges.
  const edge = wide > 4 ? 1 : 0;
  return (
    <>
      <ValueAxis
        margins={margins}
        title={formatMessage(countMessages.sent)}
        ticks={ticks}
        at={up}
        format={(tick) => formatNumber(tick)}
      />
      <Legend
        left={margins.left}
        top={10}
        entries={channels.map((channel, index) => ({
          key: channel,
          name: names[index] ?? "",
          mark: <rect y={-6} width={13} height={12} rx={2} {...look(channel)} />,
        }))}
      />
      <Grows from="bottom">
        {days.map(({ day, sent }) =>
          channels.map((channel, at) => {
            const below = sum(sent, channels.slice(0, at));
            return (
              sent[channel] > 0 && (
                <rect
                  key={`${day} ${channel}`}
                  x={across(day) ?? 0}
                  y={up(below + sent[channel])}
                  width={wide}
                  height={up(below) - up(below + sent[channel])}
                  {...look(channel)}
                  strokeWidth={edge}
                  data-bar
                />
              )
            );
          }),
        )}
      </Grows>
      <NameAxis
        margins={margins}
        title={formatMessage(messages.date)}
        names={days.map(({ day }) => ({
          key: day,
          name: formatDayMonth(day),
          at: (across(day) ?? 0) + wide / 2,
        }))}
      />
    </>
  );
}
