import { scaleBand, scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { NameAxis, ValueAxis } from "./Axes";
import { Grows } from "./Grows";
import { textWidth, useSurface } from "./surface";

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** The text at the bar, if not the value alone. */
  readonly words?: string;
  readonly fill: string;
  /** The colour of the edge, one pixel wide, which makes pale fills visible. */
  readonly stroke: string;
}

interface ColumnsProps {
  readonly bars: readonly Bar[];
  readonly valueTitle: string;
  readonly nameTitle: string;
  /** The text of a value of the axis, if not the number alone. */
  readonly format?: (value: number) => string;
}

/** Counts as columns from 0, each with its value. */
export function Columns({ bars, valueTitle, nameTitle, ...props }: ColumnsProps): ReactNode {
  const { width, height } = useSurface();
  const { formatNumber } = useIntl();
  const { format = (value: number) => formatNumber(value) } = props;
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const up = scaleLinear([0, highest * 1.06], [0, 1]).nice(4);
  const ticks = up.ticks(4).filter((tick) => Number.isInteger(tick));
  const margins = {
    top: 16,
    right: 4,
    bottom: 44,
    left: 34 + Math.max(...ticks.map((tick) => textWidth(format(tick)))),
  };
  up.range([height - margins.bottom, margins.top]);
  const across = scaleBand(
    bars.map(({ key }) => key),
    [margins.left, width - margins.right],
  ).padding(0.28);
  const middle = (key: string): number => (across(key) ?? 0) + across.bandwidth() / 2;
  return (
    <>
      <ValueAxis margins={margins} title={valueTitle} ticks={ticks} at={up} format={format} />
      {bars.map(({ key, value, words, fill, stroke }) => (
        <g key={key}>
          <Grows from="bottom">
            <rect
              x={(across(key) ?? 0) + 0.5}
              y={up(value)}
              width={Math.max(0, across.bandwidth() - 1)}
              height={up(0) - up(value)}
              rx={2}
              fill={fill}
              stroke={stroke}
              data-bar
            />
          </Grows>
          <text x={middle(key)} y={up(value) - 5} textAnchor="middle" fill="var(--color-text)">
            {words ?? formatNumber(value)}
          </text>
        </g>
      ))}
      <NameAxis
        margins={margins}
        title={nameTitle}
        names={bars.map(({ key, name }) => ({ key, name, at: middle(key) }))}
      />
    </>
  );
}
