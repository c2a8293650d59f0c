export { connectionsRoutes } from "./routes";
