export { NotificationButton } from "./NotificationButton";
export { notificationMessages } from "./messages";
export { openNotifications } from "./store";
