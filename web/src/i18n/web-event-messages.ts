import { defineMessages, type Message } from "./define-messages";
import { componentMessages } from "./score-messages";

type WebEvent = "page_view" | "product_view" | "checkout_view" | "payment_info" | "purchase";

/** Types of events on a website. */
export const webEventMessages: Readonly<Record<WebEvent, Message>> = defineMessages({
  page_view: { id: "common.webEvent.page", defaultMessage: "Odsłona strony", description: "Type of event" },
  product_view: {
    id: "common.webEvent.product",
    defaultMessage: "Wyświetlenie produktu",
    description: "Type of event",
  },
  checkout_view: { id: "common.webEvent.checkout", defaultMessage: "Przejście do kasy", description: "Type of event" },
  payment_info: componentMessages.payment_info,
  purchase: { id: "common.webEvent.purchase", defaultMessage: "Zakup", description: "Type of event" },
});

/** The same within a line. */
export const webActivityMessages: Readonly<Record<WebEvent, Message>> = defineMessages({
  page_view: { id: "common.webActivity.page", defaultMessage: "odsłona strony", description: "After a day" },
  product_view: {
    id: "common.webActivity.product",
    defaultMessage: "wyświetlenie produktu",
    description: "After a day",
  },
  checkout_view: { id: "common.webActivity.checkout", defaultMessage: "przejście do kasy", description: "After a day" },
  payment_info: { id: "common.webActivity.payment", defaultMessage: "dane płatności", description: "After a day" },
  purchase: { id: "common.webActivity.purchase", defaultMessage: "zakup", description: "After a day" },
});
