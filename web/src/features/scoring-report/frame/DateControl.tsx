import LeftOutlined from "@ant-design/icons-svg/es/asn/LeftOutlined";
import RightOutlined from "@ant-design/icons-svg/es/asn/RightOutlined";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useEffect, useEffectEvent, useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { commonMessages } from "../../../i18n/common-messages";
import { dayOf, formatDay, formatMoment, formatTime } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Select } from "../../../ui/Select";
import { useMe } from "../../session";
import styles from "./Controls.module.css";
import { frameMessages as messages } from "./messages";
import { useFrame } from "../report/use-report";
import { useShow } from "../../../ui/use-show";

/** Elements in which arrow keys already have a function. */
const HAS_ARROWS = "input, select, textarea, [role=menu], [role=group], dialog, [contenteditable], [data-arrows]";

/** The choice among the days with results; the arrow keys move through them. */
export function DateControl(): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const { dates, datesFault, view, report } = useFrame();
  const show = useShow({});
  const { revalidate } = useRevalidator();
  const date = report?.date ?? view.date ?? "";
  const at = dates.indexOf(date);
  const older = at < 0 ? dates.find((day) => day < date) : dates[at + 1];
  const newer = at < 0 ? undefined : dates[at - 1];
  const go = (day: string | undefined): void => {
    if (day !== undefined) show({ date: day });
  };
  const keys = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowLeft: older, ArrowRight: newer }[event.key];
    const { target } = event;
    if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey || (target instanceof Element && target.closest(HAS_ARROWS))) return;
    event.preventDefault();
    go(step);
  });
  // Listens to keys of the whole page.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => keys(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <div className={styles["control"]}>
      <label className="visually-hidden" htmlFor={id}>
        <FormattedMessage {...messages.date} />
      </label>
      <Button
        type="text"
        aria-label={formatMessage(messages.older)}
        icon={<Icon of={LeftOutlined} />}
        disabled={older === undefined}
        onClick={() => go(older)}
      />
      <Select
        id={id}
        value={date}
        options={(at < 0 ? [date, ...dates] : dates).map((value) => ({ value, label: formatDay(value) }))}
        onChange={go}
      />
      <Button
        type="text"
        aria-label={formatMessage(messages.newer)}
        icon={<Icon of={RightOutlined} />}
        disabled={newer === undefined}
        onClick={() => go(newer)}
      />
      <Calculated />
      {datesFault && (
        <span className={styles["aside"]}>
          <FormattedMessage {...messages.datesAway} />{" "}
          <Button label={commonMessages.retry} type="link" size="small" onClick={() => void revalidate()} />
        </span>
      )}
    </div>
  );
}

/** When the result was calculated: only the time if it was on its own day. */
function Calculated(): ReactNode {
  const { timeZone } = useMe();
  const { report } = useFrame();
  if (!report?.partition.calculatedAt) return null;
  const moment = timestampDate(report.partition.calculatedAt);
  const at = dayOf(moment, timeZone) === report.date ? formatTime(moment, timeZone) : formatMoment(moment, timeZone);
  return (
    <span className={`number ${styles["aside"]}`}>
      <FormattedMessage {...messages.calculated} values={{ at }} />
    </span>
  );
}
