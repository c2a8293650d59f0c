export { createGuard, meOf, SESSION_ROUTE, sessionLoader, useMe } from "./guard";
export { ClientBanner } from "./ClientBanner";
export { createRenewal, type Renewal } from "./renewal";
export { loadLoginPage, loadTrialPage, sessionRoutes } from "./routes";
export { SessionDialogs } from "./SessionDialogs";
export { UserMenu } from "./UserMenu";
