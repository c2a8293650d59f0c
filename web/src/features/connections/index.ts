export { providerNames } from "./mail/providers";
export { connectionsRoutes } from "./routes";
