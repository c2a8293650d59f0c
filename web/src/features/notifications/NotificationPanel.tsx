import { BellOutlined } from "@ant-design/icons";
import { Button, Drawer, Skeleton, Tag } from "antd";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useApi } from "../../api/api-context";
import { ContractChannel, NotificationKind, type Notification } from "../../api/messages";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { channelMessages, commonMessages } from "../../i18n/common-messages";
import { formatDay, formatMoment } from "../../lib/dates";
import type { Channel } from "../../lib/channel";
import { paths } from "../../lib/paths";
import { FaultAlert } from "../../ui/FaultAlert";
import { StatePanel } from "../../ui/StatePanel";
import { useMe } from "../session";
import { notificationMessages as messages } from "./messages";
import styles from "./NotificationPanel.module.css";
import { closeNotifications, openNotifications, useNotificationStore } from "./store";

const CHANNELS: Readonly<Record<ContractChannel, Channel | undefined>> = {
  [ContractChannel.UNSPECIFIED]: undefined,
  [ContractChannel.MAILING]: "mailing",
  [ContractChannel.SMS]: "sms",
  [ContractChannel.WEB]: "web",
};

/** The newest notifications beside the page. */
export function NotificationPanel(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { open, items, fault } = useNotificationStore();
  return (
    <Drawer
      open={open}
      onClose={closeNotifications}
      size={420}
      title={formatMessage(messages.title)}
      closable={{ "aria-label": formatMessage(commonMessages.close) }}
      destroyOnHidden
    >
      {fault ? (
        <div className={styles["failed"]}>
          <FaultAlert fault={fault} />
          <Button onClick={() => void openNotifications(api)}>
            <FormattedMessage {...commonMessages.retry} />
          </Button>
        </div>
      ) : items === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6, width: "100%" }} />
      ) : items.length === 0 ? (
        <StatePanel icon={<BellOutlined />} title={<FormattedMessage {...messages.none} />}>
          <FormattedMessage {...messages.noneText} />
        </StatePanel>
      ) : (
        <ul className={styles["list"]}>
          {items.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function Entry({ item }: { readonly item: Notification }): ReactNode {
  const { timeZone } = useMe();
  return (
    <li className={styles["entry"]} data-unread={!item.read}>
      <p className={styles["what"]}>
        <What item={item} />
        {!item.read && (
          <Tag color="success">
            <FormattedMessage {...messages.unread} />
          </Tag>
        )}
      </p>
      <p className={styles["detail"]}>
        <Detail item={item} />
      </p>
      {item.createdAt && (
        <time className={styles["when"]} dateTime={timestampDate(item.createdAt).toISOString()}>
          {formatMoment(timestampDate(item.createdAt), timeZone)}
        </time>
      )}
    </li>
  );
}

function What({ item }: { readonly item: Notification }): ReactNode {
  const channel = CHANNELS[item.channel];
  switch (item.kind) {
    case NotificationKind.CALCULATION_DONE:
      return (
        <Link
          to={paths.report(item.subjectId, { ...(channel && { channel }), date: item.generatedDate })}
          onClick={closeNotifications}
        >
          <FormattedMessage {...messages.calculationDone} />
        </Link>
      );
    case NotificationKind.CALCULATION_FAILED:
      return (
        <Link to={paths.report(item.subjectId)} onClick={closeNotifications}>
          <FormattedMessage {...messages.calculationFailed} />
        </Link>
      );
    case NotificationKind.IMPORT_DONE:
      return <FormattedMessage {...messages.importDone} />;
    case NotificationKind.IMPORT_FAILED:
      return <FormattedMessage {...messages.importFailed} />;
    case NotificationKind.IMPORT_REFUSED:
      return <FormattedMessage {...messages.importRefused} />;
    case NotificationKind.UNSPECIFIED:
      return <FormattedMessage {...messages.other} />;
  }
}

function Detail({ item }: { readonly item: Notification }): ReactNode {
  const { formatMessage } = useIntl();
  const channel = CHANNELS[item.channel];
  switch (item.kind) {
    case NotificationKind.CALCULATION_DONE:
    case NotificationKind.CALCULATION_FAILED:
      return [channel && formatMessage(channelMessages[channel]), formatDay(item.generatedDate)]
        .filter(Boolean)
        .join(", ");
    case NotificationKind.IMPORT_DONE:
    case NotificationKind.IMPORT_FAILED:
    case NotificationKind.IMPORT_REFUSED:
      return (
        <FormattedMessage {...messages.importRows} values={{ kept: item.keptCount, refused: item.refusedCount }} />
      );
    case NotificationKind.UNSPECIFIED:
      return null;
  }
}
