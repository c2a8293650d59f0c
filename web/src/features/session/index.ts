export { createGuard, SESSION_ROUTE, sessionLoader, trialLoader, useMe } from "./guard";
export { isGuest } from "./client-account";
export { ClientBanner } from "./ClientBanner";
export { receiveLink } from "./link-entry";
export { createRenewal, type Renewal } from "./renewal";
export { loadTrialPage, sessionRoutes } from "./routes";
export { SessionDialogs } from "./SessionDialogs";
export { UserMenu } from "./UserMenu";
