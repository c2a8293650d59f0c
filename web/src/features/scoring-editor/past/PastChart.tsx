import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { formatDay, formatDayMonth } from "../../../lib/dates";
import { Chart } from "../../../ui/charts/Chart";
import { LinePointer, Lines, type Line } from "../../../ui/charts/Lines";
import type { Measure, PastDay } from "../model/past";
import { measureMessages, pastMessages as messages } from "./messages";

interface PastProps {
  /** The newest first. */
  readonly days: readonly PastDay[];
  readonly compared: boolean;
  readonly measure: Measure;
}

const AXES = { average: measureMessages.average, engaged: messages.engagedAxis, clicked: messages.clickedAxis };

/** One measure over the weeks, before the change and after it. */
export function PastChart({ days, compared, measure, about }: PastProps & { readonly about: string }): ReactNode {
  const { formatMessage } = useIntl();
  const oldest = days.toReversed();
  const title = formatMessage(measureMessages[measure]);
  const lines: Line[] = [
    {
      key: "after",
      name: formatMessage(compared ? messages.after : measureMessages[measure]),
      values: oldest.map(({ after }) => after),
      stroke: "var(--color-primary)",
    },
  ];
  if (compared) {
    lines.push({
      key: "before",
      name: formatMessage(messages.before),
      values: oldest.map(({ before }) => before),
      stroke: "var(--color-text-tertiary)",
      dashed: true,
    });
  }
  const shape = {
    lines,
    periods: oldest.map(({ day }) => ({ key: day, name: formatDayMonth(day), words: formatDay(day) })),
    valueTitle: formatMessage(AXES[measure]),
    nameTitle: formatMessage(messages.day),
    digits: measure === "average" ? 2 : 1,
  };
  return (
    <Chart title={title} about={about} height={260} pointer={<LinePointer {...shape} title={title} />}>
      <Lines {...shape} />
    </Chart>
  );
}
