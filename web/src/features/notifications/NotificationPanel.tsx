import BellOutlined from "@ant-design/icons-svg/es/asn/BellOutlined";
import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import ExclamationCircleFilled from "@ant-design/icons-svg/es/asn/ExclamationCircleFilled";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useApi } from "../../api/api-context";
import { NotificationKind, type Notification } from "../../api/messages";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { channelMessages, commonMessages } from "../../i18n/common-messages";
import { addDays, dayOf, formatDay, formatTime } from "../../lib/dates";
import { isChannel } from "../../lib/channel";
import { paths } from "../../lib/paths";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { Skeleton } from "../../ui/Skeleton";
import { StatePanel } from "../../ui/StatePanel";
import { useMe } from "../session";
import { notificationMessages as messages, openMessages } from "./messages";
import styles from "./NotificationPanel.module.css";
import { closeNotifications, openNotifications, useNotificationStore } from "./store";
import { Button } from "../../ui/Button";
import { PageLink } from "../../ui/PageLink";

const IMPORTS = {
  [NotificationKind.IMPORT_DONE]: messages.importDone,
  [NotificationKind.IMPORT_FAILED]: messages.importFailed,
  [NotificationKind.IMPORT_REFUSED]: messages.importRefused,
  [NotificationKind.IMPORT_CANCELLED]: messages.importCancelled,
};

const DESTINATIONS = {
  [NotificationKind.DESTINATION_FAILED]: { title: messages.destinationFailed, text: messages.destinationFailedText },
  [NotificationKind.DESTINATION_RECOVERED]: {
    title: messages.destinationRecovered,
    text: messages.destinationRecoveredText,
  },
  [NotificationKind.DESTINATION_FORGOTTEN]: {
    title: messages.destinationForgotten,
    text: messages.destinationForgottenText,
  },
};

/** The newest notifications beside the page. */
export function NotificationPanel(): ReactNode {
  const api = useApi();
  const { items, fault } = useNotificationStore();
  return (
    <Dialog drawer width={420} onClose={closeNotifications} title={openMessages.title}>
      {fault ? (
        <div className={styles["failed"]}>
          <FaultAlert fault={fault} />
          <Button label={commonMessages.retry} onClick={() => void openNotifications(api)} />
        </div>
      ) : items === undefined ? (
        <Skeleton rows={6} />
      ) : items.length === 0 ? (
        <StatePanel icon={<Icon of={BellOutlined} />} title={messages.none} text={messages.noneText} />
      ) : (
        <Days items={items} />
      )}
      <p className={styles["foot"]}>
        <PageLink label={messages.settings} to={paths.notificationSettings} onClick={closeNotifications} />
      </p>
    </Dialog>
  );
}

/** The notifications under their days. */
function Days({ items }: { readonly items: readonly Notification[] }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const today = dayOf(new Date(), timeZone);
  const nameOf = (day: string): string => {
    if (day === today) return formatMessage(messages.today);
    return day === addDays(today, -1) ? formatMessage(messages.yesterday) : formatDay(day);
  };
  const dayOfItem = ({ createdAt }: Notification): string =>
    createdAt ? dayOf(timestampDate(createdAt), timeZone) : today;
  return [...new Set(items.map(dayOfItem))].map((day) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} className={styles["day"]}>
        {nameOf(day)}
      </h3>
      <ul className={styles["list"]}>
        {items
          .filter((item) => dayOfItem(item) === day)
          .map((item) => (
            <Entry key={item.id} item={item} />
          ))}
      </ul>
    </section>
  ));
}

function Entry({ item }: { readonly item: Notification }): ReactNode {
  const { timeZone } = useMe();
  const trouble = isTrouble(item);
  return (
    <li className={styles["entry"]} data-unread={!item.read} data-trouble={trouble}>
      <p className={styles["title"]}>
        <Icon of={trouble ? ExclamationCircleFilled : CheckCircleFilled} className={styles["sign"] ?? ""} />
        <Title item={item} />
        {!item.read && (
          <span className="visually-hidden">
            <FormattedMessage {...messages.unread} />
          </span>
        )}
      </p>
      <p className={styles["detail"]}>
        <Detail item={item} />
      </p>
      {item.createdAt && (
        <time className={styles["when"]} dateTime={timestampDate(item.createdAt).toISOString()}>
          {formatTime(timestampDate(item.createdAt), timeZone)}
        </time>
      )}
    </li>
  );
}

const GOOD: readonly NotificationKind[] = [
  NotificationKind.CALCULATION_DONE,
  NotificationKind.IMPORT_DONE,
  NotificationKind.DESTINATION_RECOVERED,
];

/** Whether it asks for a look; a new password may be unknown to its owner. */
function isTrouble({ kind, refusedCount }: Notification): boolean {
  return !GOOD.includes(kind) || refusedCount > 0;
}

function Title({ item }: { readonly item: Notification }): ReactNode {
  const name = item.scoringName;
  const channel = isChannel(item.scoringType) ? item.scoringType : undefined;
  switch (item.kind) {
    case NotificationKind.CALCULATION_DONE:
      return (
        <Link
          to={paths.report(item.subjectId, { ...(channel && { scoringType: channel }), date: item.generatedDate })}
          onClick={closeNotifications}
        >
          <FormattedMessage
            {...(name === "" ? messages.calculationDone : messages.calculationDoneOf)}
            values={{ name }}
          />
        </Link>
      );
    case NotificationKind.CALCULATION_FAILED:
      return (
        <Link to={paths.report(item.subjectId)} onClick={closeNotifications}>
          <FormattedMessage
            {...(name === "" ? messages.calculationFailed : messages.calculationFailedOf)}
            values={{ name }}
          />
        </Link>
      );
    case NotificationKind.IMPORT_DONE:
    case NotificationKind.IMPORT_FAILED:
    case NotificationKind.IMPORT_REFUSED:
    case NotificationKind.IMPORT_CANCELLED:
      return (
        <Link to={paths.import(item.subjectId)} onClick={closeNotifications}>
          <FormattedMessage
            {...IMPORTS[item.kind]}
            values={{
              kind: item.importKind,
              named: item.fileName === "" ? "no" : "yes",
              file: item.fileName,
              kept: item.keptCount,
              read: item.keptCount + item.refusedCount,
            }}
          />
        </Link>
      );
    case NotificationKind.SIGN_INS_BLOCKED:
      return <FormattedMessage {...messages.signInsBlocked} />;
    case NotificationKind.PASSWORD_RESET:
      return (
        <Link to={paths.lastingAccess} onClick={closeNotifications}>
          <FormattedMessage {...messages.passwordReset} values={{ email: item.subjectId }} />
        </Link>
      );
    case NotificationKind.WEBHOOK_FAILED:
      return (
        <Link to={paths.webhook(item.subjectId)} onClick={closeNotifications}>
          <FormattedMessage {...messages.webhookFailed} values={{ why: item.reasons[0] ?? "", host: item.fileName }} />
        </Link>
      );
    case NotificationKind.DESTINATION_FAILED:
    case NotificationKind.DESTINATION_RECOVERED:
    case NotificationKind.DESTINATION_FORGOTTEN:
      return (
        <Link to={paths.destination(item.subjectId)} onClick={closeNotifications}>
          <FormattedMessage
            {...DESTINATIONS[item.kind].title}
            values={{ why: item.reasons[0] ?? "", name: item.fileName, count: item.refusedCount }}
          />
        </Link>
      );
    case NotificationKind.UNSPECIFIED:
      return <FormattedMessage {...messages.other} />;
  }
}

function Detail({ item }: { readonly item: Notification }): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { timeZone } = useMe();
  const channels = item.scoringTypes.filter(isChannel);
  // The day of the entry itself is below it already.
  const ofEntry = item.createdAt && dayOf(timestampDate(item.createdAt), timeZone) === item.generatedDate;
  switch (item.kind) {
    case NotificationKind.CALCULATION_DONE:
    case NotificationKind.CALCULATION_FAILED:
      return [
        formatList(channels.map((channel) => formatMessage(channelMessages[channel]))),
        !ofEntry && formatDay(item.generatedDate),
      ]
        .filter(Boolean)
        .join(", ");
    case NotificationKind.IMPORT_FAILED:
    case NotificationKind.IMPORT_CANCELLED:
      return (
        <FormattedMessage {...messages.importRows} values={{ kept: item.keptCount, refused: item.refusedCount }} />
      );
    case NotificationKind.IMPORT_DONE:
    case NotificationKind.IMPORT_REFUSED:
      return (
        item.refusedCount > 0 && (
          <FormattedMessage {...messages.importRowsRefused} values={{ refused: item.refusedCount }} />
        )
      );
    case NotificationKind.SIGN_INS_BLOCKED:
      return <FormattedMessage {...messages.signInsBlockedText} values={{ email: item.subjectId }} />;
    case NotificationKind.PASSWORD_RESET:
      return <FormattedMessage {...messages.passwordResetText} />;
    case NotificationKind.WEBHOOK_FAILED:
      return <FormattedMessage {...messages.webhookFailedText} values={{ why: item.reasons[0] ?? "" }} />;
    case NotificationKind.DESTINATION_FAILED:
    case NotificationKind.DESTINATION_RECOVERED:
    case NotificationKind.DESTINATION_FORGOTTEN:
      return <FormattedMessage {...DESTINATIONS[item.kind].text} values={{ why: item.reasons[0] ?? "" }} />;
    case NotificationKind.UNSPECIFIED:
      return null;
  }
}
