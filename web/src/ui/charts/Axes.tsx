import type { ReactNode } from "react";
import { textWidth, useSurface, type Margins } from "./surface";

interface ValueAxisProps {
  readonly margins: Margins;
  readonly title: string;
  readonly ticks: readonly number[];
  readonly at: (tick: number) => number;
  readonly format: (tick: number) => string;
}

/** The value axis: grid lines, their values, and the axis' title, rotated. */
export function ValueAxis({ margins, title, ticks, at, format }: ValueAxisProps): ReactNode {
  const { width, height } = useSurface();
  const middle = (margins.top + height - margins.bottom) / 2;
  return (
    <g fill="var(--color-text-secondary)">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={margins.left}
            x2={width - margins.right}
            y1={at(tick)}
            y2={at(tick)}
            stroke="var(--color-border-secondary)"
            shapeRendering="crispEdges"
          />
          <text x={margins.left - 8} y={at(tick)} dy="0.35em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <text x={-middle} y={12} transform="rotate(-90)" textAnchor="middle">
        {title}
      </text>
    </g>
  );
}

interface NameAxisProps {
  readonly margins: Margins;
  readonly title: string;
  readonly names: readonly { readonly key: string; readonly name: string; readonly at: number }[];
}

/** The name axis: as many names as fit along the bottom, and the axis' title below them. */
export function NameAxis({ margins, title, names }: NameAxisProps): ReactNode {
  const { width, height } = useSurface();
  const bottom = height - margins.bottom;
  const room = (width - margins.left - margins.right) / Math.max(1, names.length);
  const longest = Math.max(0, ...names.map(({ name }) => textWidth(name)));
  const every = Math.max(1, Math.ceil((longest + 8) / room));
  return (
    <g fill="var(--color-text-secondary)" textAnchor="middle">
      <line
        x1={margins.left}
        x2={width - margins.right}
        y1={bottom}
        y2={bottom}
        stroke="var(--color-border)"
        shapeRendering="crispEdges"
      />
      {names.map(
        ({ key, name, at }, index) =>
          // The newest is always labelled.
          (names.length - 1 - index) % every === 0 && (
            <text key={key} x={at} y={bottom + 18}>
              {name}
            </text>
          ),
      )}
      <text x={(margins.left + width - margins.right) / 2} y={height - 6}>
        {title}
      </text>
    </g>
  );
}

/** The height of a legend row, in pixels. */
export const LEGEND_ROW = 20;

interface LegendProps {
  readonly left: number;
  readonly top: number;
  readonly entries: readonly { readonly key: string; readonly name: string; readonly mark: ReactNode }[];
}

/** A legend of colours and lines; marks are 14 pixels wide and centred at y = 0. */
export function Legend({ left, top, entries }: LegendProps): ReactNode {
  const { width } = useSurface();
  const spots = legendSpots(
    entries.map(({ name }) => name),
    width - left,
  );
  return (
    <g fill="var(--color-text)">
      {entries.map(({ key, name, mark }, index) => (
        <g key={key} transform={`translate(${left + (spots[index]?.x ?? 0)} ${top + (spots[index]?.y ?? 0)})`}>
          {mark}
          <text x={20} dy="0.35em">
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The positions of the entries of a legend: side by side, in as many rows as needed. */
export function legendSpots(names: readonly string[], width: number): readonly { x: number; y: number }[] {
  const spots: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const name of names) {
    const wide = 20 + textWidth(name) + 16;
    if (x > 0 && x + wide > width) [x, y] = [0, y + LEGEND_ROW];
    spots.push({ x, y });
    x += wide;
  }
  return spots;
}

/** The height of a legend. */
export function legendHeight(names: readonly string[], width: number): number {
  return (legendSpots(names, width).at(-1)?.y ?? 0) + LEGEND_ROW;
}
