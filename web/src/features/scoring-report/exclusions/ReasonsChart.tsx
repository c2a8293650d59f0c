import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { percentInColumn } from "../../../i18n/format";
import { reasonMessages } from "../../../i18n/score-messages";
import { bandFill } from "../../../ui/charts/band-colors";
import { Chart } from "../../../ui/charts/Chart";
import { Rows, rowsHeight } from "../../../ui/charts/Rows";
import { useAbout } from "../report/use-about";
import type { ExclusionRow } from "../model/exclusions";
import { exclusionMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The number of excluded contacts for each reason. */
export function ReasonsChart({ rows }: { readonly rows: readonly ExclusionRow[] }): ReactNode {
  const intl = useIntl();
  const about = useAbout();
  return (
    <Chart title={intl.formatMessage(wordMessages.exclusions)} about={about} height={rowsHeight(rows.length)}>
      <Rows
        bars={rows.map(({ reason, count, percent: share }) => ({
          key: reason,
          name: intl.formatMessage(reasonMessages[reason]),
          value: count,
          words: intl.formatMessage(messages.withShare, { count, percent: percentInColumn(intl, share) }),
          ...bandFill(1),
        }))}
      />
    </Chart>
  );
}
