import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Legend, legendHeight, NameAxis, ValueAxis } from "./Axes";
import { bandFill, bandInk } from "./band-colors";
import { Grows } from "./Grows";
import { textWidth, useSurface } from "./surface";

interface StackProps {
  readonly periods: readonly { readonly key: string; readonly name: string }[];
  /** The names of the five bands, lowest first. */
  readonly names: readonly string[];
  /** Percentages by period and band. */
  readonly shares: readonly (readonly number[])[];
  readonly valueTitle: string;
  readonly nameTitle: string;
}

/** The shares of the bands by period: columns of 100 %, the lowest band at the bottom. */
export function Stack({ periods, names, shares, valueTitle, nameTitle }: StackProps): ReactNode {
  const { width, height } = useSurface();
  const { formatNumber } = useIntl();
  const whole = (value: number): string => formatNumber(value / 100, { style: "percent", maximumFractionDigits: 0 });
  const margins = {
    top: 8 + legendHeight(names, width - 8),
    right: 4,
    bottom: 44,
    left: 34 + textWidth(whole(100)),
  };
  const up = scaleLinear([0, 100], [height - margins.bottom, margins.top]);
  const across = scaleBand(
    periods.map(({ key }) => key),
    [margins.left, width - margins.right],
  ).padding(0.18);
  const layers = stack<readonly number[], number>()
    .keys(names.map((_, band) => band))
    .value((row, band) => row[band] ?? 0)([...shares]);
  const wide = across.bandwidth();
  const at = (period: number): number => across(periods[period]?.key ?? "") ?? 0;
  return (
    <>
      <ValueAxis margins={margins} title={valueTitle} ticks={[0, 25, 50, 75, 100]} at={up} format={whole} />
      <Legend
        left={8}
        top={10}
        entries={names
          .map((name, band) => ({
            key: name,
            name,
            mark: <rect x={0.5} y={-6.5} width={13} height={13} rx={2} {...bandFill(band)} />,
          }))
          .reverse()}
      />
      {layers.map((layer) => (
        <Grows key={layer.key} from="none">
          {layer.map(([from, to], period) => {
            const high = up(from) - up(to);
            return (
              <g key={periods[period]?.key}>
                <rect x={at(period)} y={up(to)} width={wide} height={high} {...bandFill(layer.key)} data-bar />
                {high >= 15 && wide >= 30 && (
                  <text
                    x={at(period) + wide / 2}
                    y={(up(from) + up(to)) / 2}
                    dy="0.35em"
                    textAnchor="middle"
                    fontSize={11}
                    fill={bandInk(layer.key)}
                  >
                    {whole(to - from)}
                  </text>
                )}
              </g>
            );
          })}
        </Grows>
      ))}
      <NameAxis
        margins={margins}
        title={nameTitle}
        names={periods.map(({ key, name }, period) => ({ key, name, at: at(period) + wide / 2 }))}
      />
    </>
  );
}
