export { catalogueRoutes } from "./routes";
