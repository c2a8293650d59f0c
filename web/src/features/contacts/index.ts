export { contactsRoutes } from "./routes";
