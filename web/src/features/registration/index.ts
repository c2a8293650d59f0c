export { registrationRoutes } from "./routes";
