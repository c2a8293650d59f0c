import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { formatDay } from "../../../lib/dates";
import { DataTable } from "../../../ui/DataTable";
import { NoValue } from "../../../ui/NoValue";
import type { Measure, PastDay } from "../model/past";
import styles from "./Past.module.css";
import { pastMessages as messages } from "./messages";

interface PastTableProps {
  /** The newest first. */
  readonly days: readonly PastDay[];
  readonly compared: boolean;
  readonly measure: Measure;
}

/** The numbers of the chart, and the weeks that have none. */
export function PastTable({ days, compared, measure }: PastTableProps): ReactNode {
  const digits = measure === "average" ? 2 : 1;
  const cell = (value: number | undefined, sign = false): ReactNode => (
    <td data-number>
      {value === undefined ? (
        <NoValue />
      ) : (
        <FormattedNumber
          value={value}
          minimumFractionDigits={digits}
          maximumFractionDigits={digits}
          signDisplay={sign ? "exceptZero" : "auto"}
        />
      )}
    </td>
  );
  const change = ({ after, before }: PastDay): number | undefined =>
    after === undefined || before === undefined ? undefined : after - before;
  return (
    <details className={styles["numbers"]}>
      <summary>
        <FormattedMessage {...messages.numbers} />
      </summary>
      <DataTable caption={<FormattedMessage {...messages[measure]} />}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.day} />
            </th>
            {compared && (
              <th scope="col" data-number>
                <FormattedMessage {...messages.before} />
              </th>
            )}
            <th scope="col" data-number>
              <FormattedMessage {...(compared ? messages.after : messages[measure])} />
            </th>
            {compared && (
              <th scope="col" data-number>
                <FormattedMessage {...messages.change} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row" className="number">
                {formatDay(day.day)}
              </th>
              {day.tooLittle ? (
                <td data-number colSpan={compared ? 3 : 1}>
                  <FormattedMessage {...messages.tooLittle} />
                </td>
              ) : (
                <>
                  {compared && cell(day.before)}
                  {cell(day.after)}
                  {compared && cell(change(day), true)}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </details>
  );
}
