export { createGuard, SESSION_ROUTE, sessionLoader, useMe } from "./guard";
export { sessionRoutes } from "./routes";
export { UserMenu } from "./UserMenu";
