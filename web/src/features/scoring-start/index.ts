export { startRoutes } from "./routes";
