export { NotificationButton } from "./NotificationButton";
export { openMessages as notificationMessages } from "./messages";
export { openNotifications, useNotificationStore } from "./store";
