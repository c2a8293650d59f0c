export { NotificationButton } from "./NotificationButton";
export { openMessages as notificationMessages } from "./open-messages";
export { openNotifications } from "./store";
