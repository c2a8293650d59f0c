export { dataProtectionRoutes } from "./routes";
