import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import type { Channel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import styles from "./Controls.module.css";
import type { ReportData } from "./loader";
import { reportMessages } from "./messages";
import { Segmented } from "../../ui/Segmented";
import { Select } from "../../ui/Select";

/** Which channel and which day the report shows; both stand in the address. */
export function Controls({ data }: { readonly data: ReportData }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const dateId = useId();
  const { scoring, channels, channel, dates, date } = data;
  if (!channel) return null;
  const show = (view: { channel: Channel; date?: string }): void =>
    void navigate(paths.report(scoring.id, view), { preventScrollReset: true });
  return (
    <div className={styles["controls"]}>
      {channels.length > 1 && (
        <div className={styles["control"]}>
          <span className={styles["label"]} aria-hidden>
            <FormattedMessage {...reportMessages.channel} />
          </span>
          <Segmented<Channel>
            aria-label={formatMessage(reportMessages.channel)}
            value={channel}
            options={channels.map((value) => ({ value, label: formatMessage(channelMessages[value]) }))}
            onChange={(chosen) => show(date === undefined ? { channel: chosen } : { channel: chosen, date })}
          />
        </div>
      )}
      {dates.length > 0 && (
        <div className={styles["control"]}>
          <label className={styles["label"]} htmlFor={dateId}>
            <FormattedMessage {...reportMessages.date} />
          </label>
          <Select
            id={dateId}
            value={date ?? ""}
            options={dates.map((value) => ({ value, label: formatDay(value) }))}
            onChange={(chosen) => show({ channel, date: chosen })}
          />
        </div>
      )}
    </div>
  );
}
