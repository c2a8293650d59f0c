export { Error500Page } from "./ErrorPage";
export { systemRoutes } from "./routes";
