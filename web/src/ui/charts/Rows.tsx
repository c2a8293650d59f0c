import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Bar } from "./Columns";
import { Grows } from "./Grows";
import { textWidth, useSurface } from "./surface";

/** The height of a row on screen, with the name above the bar. */
const ROW = 54;

/** The height of the given number of rows on screen. */
export function rowsHeight(count: number): number {
  return count * ROW;
}

/** Counts as horizontal bars, each below its name and with its value; names may be long. */
export function Rows({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const { width, height } = useSurface();
  const { formatNumber } = useIntl();
  const words = bars.map((bar) => bar.words ?? formatNumber(bar.value));
  const right = Math.max(...words.map((text) => textWidth(text))) + 12;
  const along = scaleLinear([0, Math.max(1, ...bars.map(({ value }) => value))], [0, Math.max(0, width - right - 1)]);
  const row = height / Math.max(1, bars.length);
  const thick = Math.min(26, row - 30);
  return (
    <>
      {bars.map(({ key, name, value, fill, stroke }, index) => (
        <g key={key} transform={`translate(0 ${index * row})`} fill="var(--color-text)">
          <text y={13}>{name}</text>
          <line x1={0.5} x2={0.5} y1={18} y2={22 + thick} stroke="var(--color-border)" shapeRendering="crispEdges" />
          <Grows from="left">
            <rect x={0.5} y={20} width={along(value)} height={thick} rx={2} fill={fill} stroke={stroke} data-bar />
          </Grows>
          <text x={along(value) + 8} y={20 + thick / 2} dy="0.35em">
            {words[index]}
          </text>
        </g>
      ))}
    </>
  );
}
