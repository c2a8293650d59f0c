import { scaleLinear, scalePoint } from "d3-scale";
import { line as path } from "d3-shape";
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { Legend, legendHeight, NameAxis, ValueAxis } from "./Axes";
import styles from "./Chart.module.css";
import { Grows } from "./Grows";
import { chartMessages } from "./messages";
import { textWidth, useSurface } from "./surface";

export interface Line {
  readonly key: string;
  readonly name: string;
  /** One value per period; undefined if there is none. */
  readonly values: readonly (number | undefined)[];
  readonly stroke: string;
  /** Drawn dashed, so that it does not depend on colour vision. */
  readonly dashed?: boolean;
}

interface LinesProps {
  readonly periods: readonly { readonly key: string; readonly name: string; readonly words?: string }[];
  readonly lines: readonly Line[];
  readonly valueTitle: string;
  readonly nameTitle: string;
  /** The number of decimals. */
  readonly digits: number;
  /** The axis runs from 0 to 100, for values whose place in it matters. */
  readonly whole?: boolean;
}

/**
 * The layout of the lines on a surface. The axis need not begin at 0: most lines show change, and the axis its numbers.
 */
function useLayout({ periods, lines, digits, whole }: Pick<LinesProps, "periods" | "lines" | "digits" | "whole">) {
  const { width, height } = useSurface();
  const { formatNumber } = useIntl();
  const format = (value: number, fixed = digits): string =>
    formatNumber(value, { minimumFractionDigits: fixed, maximumFractionDigits: fixed });
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = Math.max((high - low) * 0.15, digits > 0 ? 1 : 5);
  const bounds = whole ? [0, 100] : [Math.max(0, low - air), Math.min(100, high + air)];
  const up = scaleLinear(bounds, [0, 1]).nice(4);
  // Whole figures have whole ticks.
  const ticks = up.ticks(4).filter((tick) => digits > 0 || Number.isInteger(tick));
  const step = ticks.every((tick) => Number.isInteger(tick)) ? 0 : 1;
  const names = lines.map(({ name }) => name);
  const margins = {
    // Room for a legend, or for the number above the highest point.
    top: lines.length > 1 ? 14 + legendHeight(names, width - 40) : 26,
    right: 8,
    bottom: 44,
    left: 34 + Math.max(...ticks.map((tick) => textWidth(format(tick, step)))),
  };
  up.range([height - margins.bottom, margins.top]);
  // Half of the first and of the last name and number are beside their points, and none may pass an end of the axis.
  const inset = Math.max(
    14,
    ...[format(high), ...periods.map(({ name }) => name)].map((text) => textWidth(text) / 2 + 6),
  );
  const across = scalePoint(
    periods.map(({ key }) => key),
    [margins.left + inset, width - margins.right - inset],
  );
  return { up, ticks, step, margins, format, at: (key: string) => across(key) ?? 0 };
}

/** Figures over periods as lines; the first line is labelled with its numbers where they fit. */
export function Lines(props: LinesProps): ReactNode {
  const { periods, lines, valueTitle, nameTitle } = props;
  const { up, ticks, step, margins, format, at } = useLayout(props);
  const draw = path<number | undefined>(
    (_, index) => at(periods[index]?.key ?? ""),
    (value) => up(value ?? 0),
  ).defined((value) => value !== undefined);
  const { width } = useSurface();
  const roomy = (width - margins.left) / Math.max(1, periods.length) > 36;
  const courses = lines.map(({ values }) =>
    values.flatMap((value, index) => (value === undefined ? [] : [{ x: at(periods[index]?.key ?? ""), y: up(value) }])),
  );
  return (
    <>
      <ValueAxis margins={margins} title={valueTitle} ticks={ticks} at={up} format={(tick) => format(tick, step)} />
      {lines.length > 1 && (
        <Legend
          left={margins.left}
          top={10}
          entries={lines.map(({ key, name, stroke, dashed }) => ({
            key,
            name,
            mark: <line x2={14} stroke={stroke} strokeWidth={2} {...(dashed && { strokeDasharray: "4 3" })} />,
          }))}
        />
      )}
      {lines.map(({ key, values, stroke, dashed }, order) => (
        <Grows key={key} from="none">
          <path
            d={draw(values) ?? ""}
            fill="none"
            stroke={stroke}
            strokeWidth={2}
            strokeLinejoin="round"
            {...(dashed && { strokeDasharray: "4 3" })}
          />
          {values.map((value, index) => {
            const period = periods[index];
            if (value === undefined || !period) return null;
            const last = index === values.length - 1;
            return (
              <g key={period.key}>
                <circle
                  cx={at(period.key)}
                  cy={up(value)}
                  r={3.5}
                  fill={dashed ? "var(--color-bg-container)" : stroke}
                  stroke={stroke}
                  strokeWidth={1.5}
                  data-point
                />
                {order === 0 && (roomy || last) && (
                  <text
                    {...placeFor(format(value), { x: at(period.key), y: up(value) }, courses, [margins.left, width])}
                    textAnchor="middle"
                    fill="var(--color-text)"
                    stroke="var(--color-bg-container)"
                    strokeWidth={2 * OUTLINE}
                    strokeLinejoin="round"
                    paintOrder="stroke"
                  >
                    {format(value)}
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
        names={periods.map(({ key, name }) => ({ key, name, at: at(key) }))}
      />
    </>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The outline of numbers, in the card's colour: grid lines end there, and no line may. */
const OUTLINE = 2;
/** The extent of letters above and below the baseline. */
const [ASCENT, DESCENT] = [10, 3];
/** The button that saves a drawing covers its upper right corner. */
const [BUTTON_WIDTH, BUTTON_HEIGHT] = [44, 24];

/**
 * The position where a point's number crosses no line: above it, below it, or beside, between the axis and the edge.
 */
function placeFor(
  text: string,
  { x, y }: Point,
  courses: readonly (readonly Point[])[],
  [axis, width]: readonly [number, number],
): Point {
  const half = textWidth(text) / 2 + OUTLINE;
  const above = y - 9;
  const places = [
    { x, y: above },
    { x, y: y + 9 + ASCENT },
    { x: x - half, y: above },
    { x: x + half, y: above },
  ];
  const hidden = (place: Point): boolean =>
    place.y - ASCENT < BUTTON_HEIGHT && (place.y < ASCENT || place.x + half > width - BUTTON_WIDTH);
  const free = (place: Point): boolean =>
    place.x - half > axis &&
    place.x + half <= width &&
    !hidden(place) &&
    courses.every((course) => !crosses(course, place, half));
  return places.find(free) ?? places.find((place) => !hidden(place)) ?? { x, y: above };
}

/** Whether a line crosses the number at a position. */
function crosses(course: readonly Point[], { x, y }: Point, half: number): boolean {
  return course.some((from, index) => {
    const to = course[index + 1];
    if (!to || to.x <= x - half || from.x >= x + half) return false;
    const heightAt = (place: number): number => from.y + ((place - from.x) / (to.x - from.x)) * (to.y - from.y);
    const heights = [heightAt(Math.max(from.x, x - half)), heightAt(Math.min(to.x, x + half))];
    return Math.min(...heights) < y + DESCENT && Math.max(...heights) > y - ASCENT;
  });
}

/** Shows the numbers of the period under the pointer or selected with the arrow keys. */
export function LinePointer(props: LinesProps & { readonly title: string }): ReactNode {
  const { periods, lines, title } = props;
  const { formatMessage } = useIntl();
  const { width, height } = useSurface();
  const { margins, format, at } = useLayout(props);
  const [chosen, setChosen] = useState<number>();
  const index = chosen === undefined ? undefined : Math.min(chosen, periods.length - 1);
  const period = index === undefined ? undefined : periods[index];
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") setChosen(undefined);
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(periods.length - 1, (index ?? (step < 0 ? periods.length : -1)) + step)));
  };
  const point = ({ nativeEvent }: PointerEvent): void => {
    const distances = periods.map(({ key }) => Math.abs(at(key) - nativeEvent.offsetX));
    setChosen(distances.indexOf(Math.min(...distances)));
  };
  const left = period ? at(period.key) : 0;
  return (
    // It shows the content of the table, one period at a time.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={formatMessage(chartMessages.points, { title })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-arrows
      className={styles["pointer"]}
      onKeyDown={keys}
      onPointerMove={point}
      onPointerLeave={() => setChosen(undefined)}
      onBlur={() => setChosen(undefined)}
    >
      {period && (
        <div
          className={styles["cursor"]}
          style={{ left, top: margins.top, height: height - margins.top - margins.bottom }}
        />
      )}
      <div
        role="status"
        {...(period && {
          className: styles["readout"],
          style: left > width / 2 ? { right: width - left + 10 } : { left: left + 10 },
        })}
      >
        {period && index !== undefined && (
          <>
            <strong>{period.words ?? period.name}</strong>
            {lines.map(({ key, name, values }) => {
              const value = values[index];
              return (
                value !== undefined && (
                  <span key={key} className="number">
                    {name}
                    {": "}
                    {format(value)}
                  </span>
                )
              );
            })}
          </>
        )}
      </div>
    </div>
  );
}
