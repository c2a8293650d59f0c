export { databasesRoutes } from "./routes";
