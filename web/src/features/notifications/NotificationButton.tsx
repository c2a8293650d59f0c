import BellOutlined from "@ant-design/icons-svg/es/asn/BellOutlined";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { Hint } from "../../ui/Hint";
import { openMessages } from "./messages";
import styles from "./NotificationButton.module.css";
import { loadNotifications, openNotifications, useNotificationStore } from "./store";
import { Button } from "../../ui/Button";
import { lazyPart } from "../../ui/lazy-part";
import { usePoll } from "../../ui/use-poll";

const NotificationPanel = lazyPart(async () => (await import("./NotificationPanel")).NotificationPanel);
const POLL_MS = 60_000;
/** The page's own data load first. */
const AT_REST_MS = 1_000;

/** Shows the number of unread notifications and opens their list. */
export function NotificationButton(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const unread = useNotificationStore((state) => state.unreadCount);
  const open = useNotificationStore((state) => state.open);
  usePoll(true, POLL_MS, () => loadNotifications(api), AT_REST_MS);
  return (
    <>
      <Hint title={formatMessage(openMessages.title)}>
        <Button
          type="text"
          aria-haspopup="dialog"
          aria-label={formatMessage(openMessages.open, { count: unread })}
          icon={
            <span className={styles["bell"]}>
              <Icon of={BellOutlined} />
              {unread > 0 && (
                <span className={styles["count"]} aria-hidden>
                  <FormattedMessage {...openMessages.count} values={{ count: Math.min(unread, 99) }} />
                </span>
              )}
            </span>
          }
          onClick={() => void openNotifications(api)}
        />
      </Hint>
      {open && <NotificationPanel />}
    </>
  );
}
