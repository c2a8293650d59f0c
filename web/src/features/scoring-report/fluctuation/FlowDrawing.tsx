import { useIntl, type IntlShape } from "react-intl";
import type { ReactNode } from "react";
import { BANDS } from "../../../lib/bands";
import type { Channel } from "../../../lib/channel";
import { bandFill } from "../../../ui/charts/band-colors";
import { Grows } from "../../../ui/charts/Grows";
import { useSurface } from "../../../ui/charts/surface";
import { useReport } from "../report/use-report";
import { flowOf, type FlowNode, type FlowRibbon } from "./flow";
import styles from "./Fluctuation.module.css";
import type { Movement } from "./movement";
import { reasonWords } from "./reason-words";
import { fluctuationMessages as messages } from "./messages";

/** The margins below the days, and under the last place, whose name can be taller than the place. */
const TOP = 26;
const BOTTOM = 18;
const BAR = 14;
/** The distance between the lines of a name. */
const LINE = 14;

/** The width for the names at either side, and about the number of letters that fit in a line. */
function sideOf(width: number): { readonly side: number; readonly letters: number } {
  return width > 800 ? { side: 260, letters: 36 } : { side: 200, letters: 26 };
}

interface FlowProps {
  readonly movement: Movement;
  /** The two days in words. */
  readonly from: string;
  readonly to: string;
  /** The place whose ribbons are highlighted. */
  readonly held: string | undefined;
}

/** Contacts between their places on two days; a highlighted place fades the ribbons of others. */
export function FlowDrawing({ movement, from, to, held }: FlowProps): ReactNode {
  const intl = useIntl();
  const { channel } = useReport();
  const { width, height } = useSurface();
  const { nodes, ribbons } = flowOf(movement, height - TOP - BOTTOM);
  const { side, letters } = sideOf(width);
  const right = width - side - BAR;
  return (
    <>
      <g fill="var(--color-text-secondary)">
        <text x={side + BAR} y={12} textAnchor="end">
          {from}
        </text>
        <text x={right} y={12}>
          {to}
        </text>
      </g>
      <g transform={`translate(0 ${TOP})`}>
        <Grows from="none">
          {ribbons.map((ribbon) => (
            <path
              key={ribbon.key}
              d={pathOf(ribbon, side + BAR, right)}
              fill={fillOf(ribbon)}
              fillOpacity={0.6}
              // The edge has the contrast that the fill lacks, and is the only visible part of a thin ribbon.
              stroke={fillOf(ribbon)}
              opacity={held === undefined || held === ribbon.from.key || held === ribbon.to.key ? 1 : 0.12}
              data-ribbon={ribbon.key}
            />
          ))}
        </Grows>
        {nodes.map((node) => (
          <Place
            key={node.key}
            node={node}
            x={node.side === "before" ? side : right}
            lines={wrapped(wordsOf(intl, node, channel), letters)}
          />
        ))}
      </g>
    </>
  );
}

interface PlaceProps {
  readonly node: FlowNode;
  readonly x: number;
  readonly lines: readonly string[];
}

function Place({ node, x, lines }: PlaceProps): ReactNode {
  const { band, side, top, height, count } = node;
  const { formatNumber } = useIntl();
  const look =
    band === undefined ? { fill: "var(--color-border)", stroke: "var(--color-text-tertiary)" } : bandFill(band);
  const before = side === "before";
  const edge = before ? x - 8 : x + BAR + 8;
  return (
    <g>
      <rect x={x} y={top} width={BAR} height={Math.max(1, height)} {...look} />
      <text
        y={top + height / 2 - ((lines.length - 1) * LINE) / 2}
        dy="0.35em"
        textAnchor={before ? "end" : "start"}
        fill="var(--color-text)"
      >
        {lines.map((line, index) => (
          <tspan key={line} x={edge} dy={index > 0 ? LINE : undefined}>
            {line}
          </tspan>
        ))}
        <tspan fontWeight={600} dx={6}>
          {formatNumber(count)}
        </tspan>
      </text>
    </g>
  );
}

/** Over the drawing: a button at each place, which highlights its ribbons on hover or focus. */
export function FlowPointer({
  movement,
  from,
  to,
  held,
  onHold,
}: FlowProps & { readonly onHold: (key?: string) => void }): ReactNode {
  const intl = useIntl();
  const { channel } = useReport();
  const { width, height } = useSurface();
  const { side } = sideOf(width);
  const { nodes } = flowOf(movement, height - TOP - BOTTOM);
  return nodes.map((node) => (
    <button
      key={node.key}
      type="button"
      className={styles["place"]}
      data-side={node.side}
      aria-pressed={held === node.key}
      aria-label={intl.formatMessage(messages.before, {
        date: node.side === "before" ? from : to,
        place: wordsOf(intl, node, channel),
        count: node.count,
      })}
      style={{ top: TOP + node.top + node.height / 2 - HALF, height: 2 * HALF, width: side + BAR }}
      onPointerEnter={() => onHold(node.key)}
      onPointerLeave={() => onHold(undefined)}
      onFocus={() => onHold(node.key)}
      onBlur={() => onHold(undefined)}
    />
  ));
}

/** Half of a button's height, at most the distance to the next place. */
const HALF = 15;

/** A name in lines of at most a number of letters; one longer word has a line of its own. */
function wrapped(words: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const line = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && line.length <= letters) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

function wordsOf(intl: IntlShape, { band, reason = "" }: FlowNode, channel: Channel): string {
  const range = band === undefined ? undefined : BANDS[band];
  return range ? `${range.min}–${range.max}` : reasonWords(intl, reason, channel);
}

/** A ribbon has the colour of its target, or of its source if the target has none. */
function fillOf({ from, to }: FlowRibbon): string {
  const band = to.band ?? from.band ?? 0;
  return bandFill(band).stroke;
}

function pathOf({ fromTop, toTop, height }: FlowRibbon, left: number, right: number): string {
  const middle = (left + right) / 2;
  const curve = (x: number, fromY: number, toX: number, toY: number): string =>
    `M${x},${fromY}C${middle},${fromY} ${middle},${toY} ${toX},${toY}`;
  const back = `L${right},${toTop + height}C${middle},${toTop + height} ${middle},${fromTop + height} ${left},${fromTop + height}Z`;
  return curve(left, fromTop, right, toTop) + back;
}
