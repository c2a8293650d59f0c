import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { formatDay } from "../../../lib/dates";
import { Details } from "../../../ui/Details";
import { Table } from "../../../ui/Table";
import type { Measure, PastDay } from "../model/past";
import { measureMessages, pastMessages as messages } from "./messages";
import { panelMessages } from "../panel/messages";

interface PastTableProps {
  /** The newest first. */
  readonly days: readonly PastDay[];
  readonly compared: boolean;
  readonly measure: Measure;
}

/** The numbers of the chart, and the weeks without any. */
export function PastTable({ days, compared, measure }: PastTableProps): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const tooLittle = formatMessage(messages.tooLittle);
  const digits = measure === "average" ? 2 : 1;
  const write = (value: number | undefined, signDisplay: "auto" | "exceptZero" = "auto"): string | undefined =>
    value === undefined
      ? undefined
      : formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
  const change = ({ after, before }: PastDay): number | undefined =>
    after === undefined || before === undefined ? undefined : after - before;
  return (
    <Details summary={panelMessages.numbers}>
      <Table
        look="figures"
        caption={measureMessages[measure]}
        rows={days}
        rowKey={({ day }) => day}
        columns={[
          { head: messages.day, className: "number", cell: ({ day }) => formatDay(day) },
          // A day without figures has a note in the first of their columns, which spans the others.
          compared && {
            head: messages.before,
            number: true,
            cell: (day) => (day.tooLittle ? tooLittle : write(day.before)),
          },
          {
            head: compared ? messages.after : measureMessages[measure],
            number: true,
            cell: (day) => (day.tooLittle ? (compared ? null : tooLittle) : write(day.after)),
          },
          compared && {
            head: panelMessages.change,
            number: true,
            cell: (day) => (day.tooLittle ? null : write(change(day), "exceptZero")),
          },
        ]}
      />
    </Details>
  );
}
