export { NotificationButton } from "./NotificationButton";
export { openMessages as notificationMessages } from "./messages";
export { loadNotifications, openNotifications, useNotificationStore } from "./store";
