export { sendingsRoutes } from "./routes";
