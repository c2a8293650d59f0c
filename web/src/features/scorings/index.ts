export { scoringsRoutes } from "./routes";
