import type { ReactNode } from "react";
import { FormattedNumber, useIntl } from "react-intl";
import { useLocation } from "react-router";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { useDatabaseName } from "../../../stores/database-store";
import { CheckList } from "../../../ui/CheckList";
import { Segmented } from "../../../ui/Segmented";
import type { UserFilter } from "../model/view";
import styles from "./Controls.module.css";
import { DateControl } from "./DateControl";
import { reportMessages } from "../report/messages";
import { tabOf } from "../report/tabs";
import { frameMessages as messages } from "./messages";
import { useFrame } from "../report/use-report";
import { useShow } from "../../../ui/use-show";
import { wordMessages } from "../../../i18n/word-messages";

/** The choice of the shown result; all of it is in the address. */
export function Controls(): ReactNode {
  const { formatMessage } = useIntl();
  const { channels, channel, view, report, dates } = useFrame();
  const show = useShow({});
  const tab = tabOf(useLocation().pathname);
  if (!channel) return null;
  return (
    <div className={styles["controls"]}>
      {channels.length > 1 && (
        <Segmented<Channel>
          aria-label={formatMessage(wordMessages.channel)}
          value={channel}
          options={channels.map((value) => ({ value, label: formatMessage(channelMessages[value]) }))}
          // `channel` is an earlier name.
          onChange={(scoringType) => show({ scoringType, channel: undefined })}
        />
      )}
      <Databases />
      {dates.length > 0 && <DateControl />}
      {channel === "web" && report && tab?.segment === "details" && (
        <Segmented<UserFilter | "">
          aria-label={formatMessage(messages.visitors)}
          value={view.userFilter ?? ""}
          options={[
            { value: "", label: formatMessage(messages.everybody) },
            { value: "known", label: formatMessage(reportMessages.known) },
            { value: "unknown", label: formatMessage(reportMessages.unknown) },
          ]}
          onChange={(chosen) => show({ scoringType: channel, userFilter: chosen })}
        />
      )}
    </div>
  );
}

/** The choice of databases; a result of one leaves no choice. */
function Databases(): ReactNode {
  const { formatMessage } = useIntl();
  const nameOf = useDatabaseName();
  const { view, report } = useFrame();
  const show = useShow({});
  const all = report?.partition.databases ?? [];
  if (all.length < 2) return null;
  return (
    <CheckList
      name={formatMessage(wordMessages.database)}
      all={formatMessage(wordMessages.all)}
      options={all.map(({ uid, emailCount }) => ({
        value: uid,
        label: nameOf(uid),
        aside: <FormattedNumber value={emailCount} />,
      }))}
      values={view.uids ?? []}
      onChange={(uids) => show({ uids })}
    />
  );
}
