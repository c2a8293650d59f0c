export { NotificationButton } from "./NotificationButton";
export { openMessages as notificationMessages } from "./messages";
export { openNotifications } from "./store";
