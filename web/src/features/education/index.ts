export { educationRoutes } from "./routes";
