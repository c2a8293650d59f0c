import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { palettes } from "../../theme/tokens";
import { useMode } from "../../theme/use-mode";
import { reportMessages } from "./messages";
import { countTicks } from "./model/axis";
import type { BandRow } from "./model/bands";

interface BandChartProps {
  readonly rows: readonly BandRow[];
  readonly web: boolean;
}

/** The bands as bars. Its numbers stand in the table beside it, so to the ear it is one picture. */
export function BandChart({ rows, web }: BandChartProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const palette = palettes[useMode()];
  const text = { fill: palette.textSecondary, fontSize: 12 };
  const ticks = countTicks(Math.max(...rows.map((row) => row.count)));
  const data = rows.map((row, index) => ({
    range: formatMessage(reportMessages.rangeValue, { min: row.min, max: row.max }),
    count: row.count,
    fill: palette.bands[index],
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        margin={{ top: 20, right: 8, bottom: 20, left: 12 }}
        barCategoryGap="22%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke={palette.border} />
        <XAxis
          dataKey="range"
          tick={text}
          tickLine={false}
          axisLine={{ stroke: palette.borderStrong }}
          label={{ ...text, value: formatMessage(reportMessages.axisScore), position: "bottom", offset: 4 }}
        />
        <YAxis
          tick={text}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
          width={64}
          tickFormatter={(value: number) => formatNumber(value)}
          label={{
            ...text,
            value: formatMessage(web ? reportMessages.axisVisitors : reportMessages.axisCount),
            angle: -90,
            position: "insideLeft",
            style: { textAnchor: "middle" },
          }}
        />
        <Bar dataKey="count" radius={[4, 4, 0, 0]} maxBarSize={72} isAnimationActive={false}>
          <LabelList
            dataKey="count"
            position="top"
            fill={palette.text}
            fontSize={12}
            formatter={(value: unknown) => (typeof value === "number" ? formatNumber(value) : "")}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
