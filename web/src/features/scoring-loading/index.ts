export { loadingRoutes } from "./routes";
