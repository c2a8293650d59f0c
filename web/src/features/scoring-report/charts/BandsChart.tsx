import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { bandFill } from "../../../ui/charts/band-colors";
import { Chart } from "../../../ui/charts/Chart";
import { Columns } from "../../../ui/charts/Columns";
import { useAbout } from "../report/use-about";
import { useReport } from "../report/use-report";
import { reportMessages as messages } from "../report/messages";
import type { BandRow } from "../model/bands";

/** The number of scores in each band. */
export function BandsChart({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const { formatMessage } = useIntl();
  const about = useAbout();
  const { channel } = useReport();
  return (
    <Chart title={formatMessage(messages.bands)} about={about}>
      <Columns
        bars={rows.map(({ key, min, max, count }, band) => ({
          key,
          name: formatMessage(messages.rangeValue, { min, max }),
          value: count,
          ...bandFill(band),
        }))}
        valueTitle={formatMessage(channel === "web" ? messages.axisVisitors : messages.axisCount)}
        nameTitle={formatMessage(messages.axisScore)}
      />
    </Chart>
  );
}
