export { runsRoutes } from "./routes";
