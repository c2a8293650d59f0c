export { reportRoutes } from "./routes";
